import { fullName, initials } from "@coffer/domain/account/user";
import { FORMER_MEMBER } from "@coffer/domain/share/sharing";
import { useQuery } from "@tanstack/react-query";
import { ledgerPeople } from "../api/people.ts";
import { useOpenLedger, useUser } from "../selection/selection.ts";
import "../live/LiveMark.css";

export function usePeople() {
  const { ledgerId } = useOpenLedger();
  const user = useUser();
  const { data } = useQuery(ledgerPeople(ledgerId));
  return {
    people: data ?? [],
    /** Undefined for the daily job's entries, and for the person's own in a budget that nobody else shares. */
    enteredBy(id: number | undefined): { name: string; initials: string } | undefined {
      if (!data || id === undefined || (id === user.id && data.length === 1)) return undefined;
      const person = data.find((one) => one.id === id) ?? FORMER_MEMBER;
      return { name: fullName(person), initials: initials(person) };
    },
  };
}

export function EnteredBy({ person }: { person: { name: string; initials: string } | undefined }) {
  if (!person) return null;
  return (
    <span className="entered-by" title={`Entered by ${person.name}`}>
      <span className="visually-hidden">Entered by </span>
      {person.initials}
    </span>
  );
}
