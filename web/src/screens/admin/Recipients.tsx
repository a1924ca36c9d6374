import type { adminUserReply } from "@coffer/contract/admin";
import { fullName } from "@coffer/domain/user";
import { type ComponentProps, useMemo } from "react";
import type { InferOutput } from "valibot";
import { SelectField } from "../../ui/fields/SelectField.tsx";

type ListedUser = InferOutput<typeof adminUserReply>;
type Props = Omit<ComponentProps<typeof SelectField>, "label" | "options"> & { users: ListedUser[] };

const ALL = { value: "all", label: "All Users" };

export function Recipients({ users, ...select }: Props) {
  // Otherwise thousands of options would be rebuilt at every keystroke.
  const options = useMemo(
    () => [
      ALL,
      ...users
        .map((user) => ({ value: String(user.id), label: labelOf(user) }))
        .sort((a, b) => (a.label < b.label ? -1 : 1)),
    ],
    [users],
  );
  return <SelectField label="Recipient" options={options} {...select} />;
}

export function recipientLabel(to: string, users: ListedUser[]): string {
  const user = users.find(({ id }) => String(id) === to);
  return user ? labelOf(user) : ALL.label;
}

function labelOf(user: ListedUser): string {
  return `${user.email} (${fullName(user)})`;
}
