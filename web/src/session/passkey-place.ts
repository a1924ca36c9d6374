import { passkeyHost } from "@coffer/domain/account/passkey-host";

/** True where this page can use passkeys: here, only at another address of this product, or nowhere. */
export function passkeyPlace(): { here: boolean; elsewhere: string | null } {
  const host = passkeyHost(location.origin);
  const isHere = host?.origin === location.origin;
  return { here: isHere && "PublicKeyCredential" in window, elsewhere: host && !isHere ? host.origin : null };
}
