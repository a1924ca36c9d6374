import { fullName } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import { defaultLedgerName, FORMER_MEMBER } from "@coffer/domain/share/sharing";
import { useQuery } from "@tanstack/react-query";
import { ledger } from "../api/people.ts";
import { useOpenLedger } from "../selection/selection.ts";

/** People who share the open budget as equals; none until they have loaded. */
export function useMembers(enabled = true) {
  const { data } = useQuery({ ...ledger(useOpenLedger().ledgerId), enabled, meta: {} });
  const members = data?.members.filter(({ role }) => role === "member") ?? [];
  return {
    members,
    /** The budget's name; null if nobody named it and nobody shares it. */
    name: data && (members.length > 1 || data.name !== defaultLedgerName(members[0])) ? data.name : null,
    /** Includes former members. */
    hasOthers: members.length + (data?.former.length ?? 0) > 1,
    /** The first name, or the whole one where two members have the same. */
    nameOf(id: Id) {
      const person = data?.members.find((one) => one.id === id);
      if (!person) return FORMER_MEMBER.firstName;
      const isShared = members.some((one) => one.id !== id && one.firstName === person.firstName);
      return isShared ? fullName(person) : person.firstName;
    },
  };
}

export type Members = ReturnType<typeof useMembers>;
