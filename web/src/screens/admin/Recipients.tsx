import { fullName } from "@coffer/domain/account/user";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { adminUsers, type ListedUser } from "../../api/admin.ts";
import { useDebounced } from "../../loading/use-debounced.ts";
import { SearchField } from "../../ui/fields/SearchField.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";

type Props = Omit<ComponentProps<typeof SelectField>, "label" | "options" | "onChoose"> & {
  /** Undefined for everybody. */
  chosen: ListedUser | undefined;
  onChoose: (user: ListedUser | undefined) => void;
};

const ALL = { value: "all", label: "All Users" };

export function Recipients({ chosen, onChoose, ...select }: Props) {
  const [text, setText] = useState("");
  const search = useDebounced(text.trim());
  const { data: found = [], hasNextPage } = useInfiniteQuery(adminUsers(search));
  const others = found.filter(({ id }) => id !== chosen?.id);
  const offered = [...(chosen ? [chosen] : []), ...others].map((user) => ({
    value: String(user.id),
    label: recipientLabel(user),
  }));
  return (
    <>
      {(hasNextPage || text !== "") && (
        <SearchField
          label="Find a person"
          placeholder="Find a person by name or email"
          text={text}
          onSearch={async (typed) => setText(typed)}
        />
      )}
      <SelectField
        label="Recipient"
        {...select}
        options={[ALL, ...offered.sort((a, b) => (a.label < b.label ? -1 : 1))]}
        onChange={(event) => {
          onChoose(found.find(({ id }) => String(id) === event.target.value));
          select.onChange?.(event);
        }}
      />
    </>
  );
}

export const recipientLabel = (user: ListedUser | undefined): string =>
  user ? `${user.email} (${fullName(user)})` : ALL.label;
