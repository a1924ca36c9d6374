import type { Device } from "@coffer/domain/account/definition";

type Credential<Response> = { id: string; rawId: string; type: "public-key"; response: Response };
export type PasskeyCreation = Credential<{ clientDataJSON: string; attestationObject: string }>;
export type PasskeyAssertion = Credential<
  Record<"clientDataJSON" | "authenticatorData" | "signature" | "userHandle", string>
>;

/** A stored passkey; `publicKey` is COSE in base64url, instants are milliseconds. */
export type Passkey = {
  id: string;
  name: string;
  publicKey: string;
  /** The authenticator's signature counter; 0 if it has none. */
  counter: number;
  createdAt: number;
  lastUsedAt: number | null;
  /** The browser that added it. */
  device: Device;
  /** The account's session version when the passkey was added or last confirmed. */
  sessionVersion: number;
};

/**
 * True after a password reset until the user confirms the passkey: somebody else may have had the account and added it.
 */
export const isSuspended = (
  { sessionVersion }: Pick<Passkey, "sessionVersion">,
  { passkeysFrom }: { passkeysFrom: number },
): boolean => sessionVersion < passkeysFrom;

/** `isOurs` is true for a challenge that we issued and that was not answered before. */
export type Expected = { id: string; origin: string; isOurs: (challenge: string) => Promise<boolean> };

/** Checks answers as WebAuthn requires; both return undefined if a check fails. `asserted` returns the new counter. */
export type PasskeyVerifier = {
  created(
    answer: PasskeyCreation,
    expected: Expected,
  ): Promise<Pick<Passkey, "id" | "publicKey" | "counter"> | undefined>;
  asserted(answer: PasskeyAssertion, expected: Expected, passkey: Passkey): Promise<number | undefined>;
};
