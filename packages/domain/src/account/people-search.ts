import { plain } from "../transaction/search.ts";
import { fullName, type User } from "./user.ts";

/** In characters: a longer text finds what begins with this much of it. */
const MAX = 100;

/** The form in which a text is compared when people are looked for: whatever its case, accents and spaces. */
export const peopleText = (text: string): string =>
  Array.from(plain(text).trim().replace(/\s+/g, " ")).slice(0, MAX).join("");

export type PeopleTerms = { email: string; name: string; surname: string };

export const peopleTerms = (user: Pick<User, "firstName" | "lastName" | "email">): PeopleTerms => ({
  email: peopleText(user.email),
  name: peopleText(fullName(user)),
  surname: peopleText(fullName({ firstName: user.lastName, lastName: user.firstName })),
});
