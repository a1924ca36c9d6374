/**
 * Links to the mail that the local server keeps instead of sending it. That server puts the address into the page's
 * head; elsewhere nothing is shown.
 */
export function LocalMail({ what = "it" }: { what?: string }) {
  const address = document.querySelector<HTMLMetaElement>('meta[name="coffer-outbox"]')?.content;
  if (!address) return null;
  return (
    <a href={address} target="_blank" rel="noopener">
      Read {what} on this machine
    </a>
  );
}
