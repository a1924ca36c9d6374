import type { Device } from "@coffer/domain/account/device";

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
  /** The authenticator's count; 0 where it does not count. */
  counter: number;
  createdAt: number;
  lastUsedAt: number | null;
  /** The browser that added it. */
  device: Device;
  /** The account's session version when it was added or kept last. */
  sessionVersion: number;
};

/** After a reset by a link its owner has yet to say that it is theirs: whoever had the account may have added it. */
export const isSuspended = (
  { sessionVersion }: Pick<Passkey, "sessionVersion">,
  { passkeysFrom }: { passkeysFrom: number },
): boolean => sessionVersion < passkeysFrom;

/** True where a challenge is ours and was not answered before. */
export type Expected = { id: string; origin: string; isOurs: (challenge: string) => Promise<boolean> };

/** Undefined where WebAuthn's checks do not hold. */
export type PasskeyVerifier = {
  created(
    answer: PasskeyCreation,
    expected: Expected,
  ): Promise<Pick<Passkey, "id" | "publicKey" | "counter"> | undefined>;
  asserted(answer: PasskeyAssertion, expected: Expected, passkey: Passkey): Promise<number | undefined>;
};
