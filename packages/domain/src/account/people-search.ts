import { fullName, type User } from "./user.ts";

/** In characters. Longer texts are compared up to this length. */
const MAX = 100;

/** Normalizes a text for the search of people, which ignores case, accents and repeated spaces. */
export const peopleText = (text: string): string =>
  Array.from(plain(text).trim().replace(/\s+/g, " ")).slice(0, MAX).join("");

export type PeopleTerms = { email: string; name: string; surname: string };

export const peopleTerms = (user: Pick<User, "firstName" | "lastName" | "email">): PeopleTerms => ({
  email: peopleText(user.email),
  name: peopleText(fullName(user)),
  surname: peopleText(fullName({ firstName: user.lastName, lastName: user.firstName })),
});

/** Stored search keys depend on this, so it stays as in the first release. */
const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
