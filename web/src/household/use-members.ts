import { fullName } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import { defaultLedgerName, FORMER_MEMBER, type Participant } from "@coffer/domain/share/sharing";
import { useQuery } from "@tanstack/react-query";
import { ledger } from "../api/ledger.ts";
import { useOpenLedger } from "../selection/selection.ts";

export type Members = {
  members: Participant[];
  /** With those who left. */
  hasOthers: boolean;
  /** The first name, or the whole one where two members have the same. */
  nameOf: (id: Id) => string;
  /** The budget's name; null for one that nobody named and nobody shares. */
  name: string | null;
};

/** People who share the open budget as equals; none until they have loaded. */
export function useMembers(enabled = true): Members {
  const { data } = useQuery({ ...ledger(useOpenLedger().ledgerId), enabled, meta: {} });
  const members = data?.members.filter(({ role }) => role === "member") ?? [];
  return {
    members,
    name: data && (members.length > 1 || data.name !== defaultLedgerName(members[0])) ? data.name : null,
    hasOthers: members.length + (data?.former.length ?? 0) > 1,
    nameOf(id) {
      const person = data?.members.find((one) => one.id === id);
      if (!person) return FORMER_MEMBER.firstName;
      const isShared = members.some((one) => one.id !== id && one.firstName === person.firstName);
      return isShared ? fullName(person) : person.firstName;
    },
  };
}
