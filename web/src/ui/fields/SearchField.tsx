import { useState } from "react";
import { Icon } from "../base/Icon.tsx";
import { TextField } from "../base/TextField.tsx";

type Props = {
  label: string;
  placeholder: string;
  text: string;
  /** Resolves once `text` is what was typed. */
  onSearch: (text: string) => Promise<unknown>;
};

export function SearchField({ text, onSearch, ...labels }: Props) {
  // The typed text until the URL has it: navigation lags behind fast typing.
  const [draft, setDraft] = useState<string | null>(null);
  const search = async (typed: string) => {
    setDraft(typed);
    await onSearch(typed);
    setDraft((latest) => (latest === typed ? null : latest));
  };
  return (
    <TextField
      hideLabel
      type="search"
      before={<Icon name="search" />}
      value={draft ?? text}
      onChange={(event) => search(event.target.value)}
      {...labels}
    />
  );
}
