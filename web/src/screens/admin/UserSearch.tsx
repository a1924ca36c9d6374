import { useState } from "react";
import { TextField } from "../../ui/base/TextField.tsx";

type Props = { text: string; onSearch: (text: string) => Promise<unknown> };

/** Finds users by name or address; the URL keeps what was typed. */
export function UserSearch({ text, onSearch }: Props) {
  // What was typed, until the URL has it: fast fingers are ahead of it.
  const [draft, setDraft] = useState<string | null>(null);
  const search = async (wanted: string) => {
    setDraft(wanted);
    await onSearch(wanted);
    setDraft((latest) => (latest === wanted ? null : latest));
  };
  return (
    <search>
      <TextField
        label="Search users"
        hideLabel
        type="search"
        icon="search"
        placeholder="Search users by name or email"
        value={draft ?? text}
        onChange={(event) => search(event.target.value)}
      />
    </search>
  );
}
