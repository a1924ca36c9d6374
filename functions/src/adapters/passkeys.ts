import type { PasskeyVerifier } from "@coffer/core/account/passkey-verifier";
import { Refusal } from "@coffer/core/refusal";

/** Loaded with the first passkey: the certificates of all makers of authenticators are 400 KB. */
const library = () => import("@simplewebauthn/server");

/** Undefined if the library throws: a malformed answer is the client's error, not a defect. */
async function unlessWrong<T>(check: () => Promise<T>): Promise<T | undefined> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return undefined;
  }
}

export const passkeyVerifier: PasskeyVerifier = {
  async created(answer, { id, origin, isOurs }) {
    const { verifyRegistrationResponse } = await library();
    const checked = await unlessWrong(() =>
      verifyRegistrationResponse({
        response: { ...answer, clientExtensionResults: {} },
        expectedChallenge: isOurs,
        expectedOrigin: origin,
        expectedRPID: id,
      }),
    );
    if (!checked?.verified) return undefined;
    const { credential } = checked.registrationInfo;
    const publicKey = Buffer.from(credential.publicKey).toString("base64url");
    return { id: credential.id, publicKey, counter: credential.counter };
  },

  async asserted(answer, { id, origin, isOurs }, passkey) {
    const { verifyAuthenticationResponse } = await library();
    const checked = await unlessWrong(() =>
      verifyAuthenticationResponse({
        response: { ...answer, clientExtensionResults: {} },
        expectedChallenge: isOurs,
        expectedOrigin: origin,
        expectedRPID: id,
        credential: {
          id: passkey.id,
          publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, "base64url")),
          counter: passkey.counter,
        },
      }),
    );
    return checked?.verified ? checked.authenticationInfo.newCounter : undefined;
  },
};
