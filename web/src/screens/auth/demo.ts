/** The sign-in of the demo household, which only the local server names, in the page's head; undefined elsewhere. */
export function demoAccount(): { email: string; password: string } | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="coffer-demo"]')?.content;
  const [email, password] = content?.split(" ") ?? [];
  return email && password ? { email, password } : undefined;
}
