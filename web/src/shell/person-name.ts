import type { User } from "@coffer/domain/user";

type Person = Pick<User, "id" | "firstName">;

/** As a sentence about what was done names them: "You", a first name, or "Coffer" for the daily job. */
export function whoDid(person: Person | null, user: Pick<User, "id">): string {
  if (!person) return "Coffer";
  return person.id === user.id ? "You" : person.firstName;
}
