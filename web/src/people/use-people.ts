import { fullName, initials } from "@coffer/domain/account/user";
import { FORMER_MEMBER } from "@coffer/domain/share/sharing";
import { useQuery } from "@tanstack/react-query";
import { budgetPeople } from "../api/people.ts";
import { useOpenBudget } from "../selection/selection.ts";
import { useUser } from "../session/auth-context.tsx";

export function usePeople() {
  const { budget } = useOpenBudget();
  const user = useUser();
  const { data } = useQuery(budgetPeople(budget));
  return {
    people: data ?? [],
    /** Undefined for what the daily job entered, and for one's own entries in a budget of nobody else. */
    enteredBy(id: number | undefined): { name: string; initials: string } | undefined {
      if (!data || id === undefined || (id === user.id && data.length === 1)) return undefined;
      const person = data.find((one) => one.id === id) ?? FORMER_MEMBER;
      return { name: fullName(person), initials: initials(person) };
    },
  };
}
