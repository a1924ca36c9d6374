import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { codeAt } from "@coffer/core/account/second-factor";
import type { Person } from "./fixtures.ts";
import { ORIGIN, type Product, type Visitor } from "./harness.ts";

// An authenticator by the specifications (WebAuthn, RFC 6238), independent of the code that checks it.

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const base64url = (data: string | Buffer) => Buffer.from(data).toString("base64url");
const sized = (major: number, bytes: Buffer) =>
  Buffer.concat([Buffer.from([(major << 5) | 25, bytes.length >> 8, bytes.length & 255]), bytes]);
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

type Given = { origin?: string; rpId?: string; flags?: number };

function clientData(type: string, challenge: string, origin: string) {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}
/** Present and verified; an attested credential follows with 0x40. */
function authenticatorData(rpId: string, flags: number, counter: number, credential = Buffer.alloc(0)) {
  const head = Buffer.alloc(5);
  head.writeUInt8(flags);
  head.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(rpId), head, credential]);
}

/** Requests a challenge and answers it like an authenticator that has just created a passkey. */
export async function createPasskey(by: Visitor, given: Given = {}) {
  const { rpId = new URL(ORIGIN).hostname, origin = ORIGIN, flags = 0x45 } = given;
  const { body } = await by.post("/api/passkeys/options");
  const { challenge, user } = Object(body);
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(16);
  const coordinate = (label: number, value: string) =>
    Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(value, "base64url")]);
  // COSE: EC2, ES256, P-256.
  const cose = Buffer.concat([
    Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1]),
    coordinate(0x21, x),
    coordinate(0x22, y),
  ]);
  const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
  const attestationObject = Buffer.concat([
    Buffer.from([0xa3]),
    cborText("fmt"),
    cborText("none"),
    cborText("attStmt"),
    Buffer.from([0xa0]),
    cborText("authData"),
    sized(2, authenticatorData(rpId, flags, 0, attested)),
  ]);
  const credential = { id: base64url(id), rawId: base64url(id), type: "public-key" };
  let counter = 0;

  return {
    id: credential.id,
    answer: {
      ...credential,
      response: {
        clientDataJSON: base64url(clientData("webauthn.create", challenge, origin)),
        attestationObject: base64url(attestationObject),
      },
    },
    /** Requests a challenge and signs it. */
    async signIn(visitor: Visitor, given: Given = {}) {
      const { rpId = new URL(ORIGIN).hostname, origin = ORIGIN, flags = 0x05 } = given;
      const options = await visitor.post("/api/login/passkey/options");
      const data = clientData("webauthn.get", Object(options.body).challenge, origin);
      const signed = authenticatorData(rpId, flags, ++counter);
      const signature = sign("sha256", Buffer.concat([signed, sha256(data)]), privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(signed),
          signature: base64url(signature),
          userHandle: user?.id ?? base64url("1"),
        },
      };
    },
  };
}

/** Adds a passkey to the account. */
export async function addPasskey(person: Visitor) {
  const passkey = await createPasskey(person);
  const { status, body } = await person.post("/api/passkeys", { name: "Phone", ...passkey.answer });
  if (status !== 201) throw new Error(`no passkey: ${status} ${JSON.stringify(body)}`);
  return passkey;
}

/** An authenticator app that is not confirmed yet. */
export async function beginCodes(person: Visitor) {
  await person.delete("/api/totp");
  const { body } = await person.post("/api/totp");
  const secret = new URL(String(Object(body).uri ?? "otpauth://x?secret=A")).searchParams.get("secret") ?? "";
  /** The code at an instant in milliseconds. */
  return { next: (at = Date.parse("2026-11-21T15:00:00Z")) => codeAt(secret, Math.floor(at / 30_000)) };
}

/** Turns sign-in codes on. Returns the recovery codes with the app. */
export async function addCodes(person: Visitor, at?: number) {
  const app = await beginCodes(person);
  const { status, body } = await person.post("/api/totp/confirm", { code: app.next(at) });
  if (status !== 200) throw new Error(`no codes: ${status} ${JSON.stringify(body)}`);
  return { ...app, recoveryCodes: Object(body).recoveryCodes as string[] };
}

export async function personWithCodes(product: Product): Promise<Person> {
  const person = await product.person();
  await addCodes(person, product.clock());
  return person;
}
