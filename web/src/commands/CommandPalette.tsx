import { readAfford } from "@coffer/domain/line/afford-text";
import { folded } from "@coffer/domain/text/folded";
import { dayFormatter } from "@coffer/domain/time/format-day";
import { addMonthsTo, lastMonths, type Month, monthLabel, monthOfDay } from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import { useMatches, useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useId, useState } from "react";
import { AFFORD_HINT, AFFORD_PAST, useAfford } from "../ahead/use-afford.ts";
import { CHECK_CONNECTION, messageOf } from "../api/api-error.ts";
import { transactionSearch } from "../api/transactions.ts";
import { locale } from "../format/locale.ts";
import { useMoney } from "../format/money.ts";
import { useDebounced } from "../loading/use-debounced.ts";
import { useCategories, useCurrency, useOpenLedger, useToday, useUser } from "../selection/selection.ts";
import { useSignOut } from "../shell/AccountMenu.tsx";
import { SCREENS, usePermitted } from "../shell/NavLinks.tsx";
import { Icon, type IconName } from "../ui/base/Icon.tsx";
import { TextField } from "../ui/base/TextField.tsx";
import { Dialog } from "../ui/overlays/Dialog.tsx";
import "./CommandPalette.css";

type Props = { typed: string; onClose: () => void; onOpen: (name: "entry" | "keys") => void };

export function CommandPalette({ typed, onClose, onOpen }: Props) {
  const [text, setText] = useState(typed);
  const [at, setAt] = useState(0);
  const list = useId();
  const commands = useCommands(text, onOpen);
  const chosen = commands[Math.min(at, commands.length - 1)];
  const run = (command = chosen) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && commands.length > 0) {
      event.preventDefault();
      const next = (commands.length + Math.min(at, commands.length - 1) + step) % commands.length;
      setAt(next);
      document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: "nearest" });
    }
    if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      run();
    }
  };
  return (
    <Dialog discardable title="Go to" onClose={onClose}>
      <TextField
        label="Screen, month, category, transaction or action"
        hideLabel
        before={<Icon name="search" />}
        placeholder="Screen, month, category, transaction or action"
        role="combobox"
        autoComplete="off"
        aria-expanded={commands.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={chosen && `${list}-${commands.indexOf(chosen)}`}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={move}
      />
      <div className="commands" role="listbox" id={list} aria-label="Results">
        {commands.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys act in the field, which keeps the focus.
          <div
            key={command.key}
            className="command"
            role="option"
            id={`${list}-${index}`}
            aria-selected={command === chosen}
            tabIndex={-1}
            onClick={() => run(command)}
          >
            <Icon name={command.icon} />
            <span className="command-label" data-whole={command.key === "afford"}>
              {command.label}
            </span>
            <span className="command-kind">{command.kind}</span>
          </div>
        ))}
      </div>
      <p className="command-none" role="status">
        {commands.length === 0 && "Nothing found"}
      </p>
    </Dialog>
  );
}

type Command = { key: string; label: string; kind: string; icon: IconName; run: () => unknown };

const MAX_COMMANDS = 12;
const MAX_TRANSACTIONS = 6;

/** Commands that match the text, those that begin with it first; transactions once typing pauses. */
function useCommands(text: string, onOpen: Props["onOpen"]): Command[] {
  const navigate = useNavigate();
  const { data: categories = [] } = useCategories();
  const fixed = useActionsAndScreens(onOpen);
  const months = useMonths();
  const transactions = useTransactions(useDebounced(text).trim());

  const afford = useAffordCommand(text);
  const wanted = folded(text.trim());
  if (wanted === "") return fixed;
  const ofCategories = categories.map(({ id, name }): Command => {
    const run = () => navigate({ to: "/transactions", search: { category: id } });
    return { key: `category ${id}`, label: name, kind: "Category", icon: "budget", run };
  });
  const at = ({ label }: Command) => ` ${folded(label)}`.indexOf(wanted);
  const matching = [...fixed, ...ofCategories, ...months]
    .filter((command) => at(command) >= 0)
    .sort((a, b) => Math.min(at(a), 2) - Math.min(at(b), 2))
    .slice(0, MAX_COMMANDS);
  return [...afford, ...matching, ...transactions];
}

/** "afford 900 sofa january" shows the answer; choosing it opens the same question with its reasons. */
function useAffordCommand(text: string): Command[] {
  const navigate = useNavigate();
  const { can } = useOpenLedger();
  const currency = useCurrency();
  const today = useToday();
  const isAsked = /(?:^|\s)afford\s/i.test(text) && can("manage");
  const asked = isAsked ? readAfford(text, { today, currency, locale }) : undefined;
  const { answer, isPast, error } = useAfford(asked);
  if (!isAsked) return [];
  const problem = isPast ? AFFORD_PAST : error && messageOf(error, CHECK_CONNECTION);
  const label = asked ? (problem ?? answer?.text ?? "Looking ahead …") : AFFORD_HINT;
  const run = () => navigate({ to: "/ahead", search: { afford: text } });
  return [{ key: "afford", label, kind: "Afford", icon: "ahead", run }];
}

function useActionsAndScreens(onOpen: Props["onOpen"]): Command[] {
  const navigate = useNavigate();
  const logOut = useSignOut();
  const { can } = useOpenLedger();
  const { isAdmin } = useUser();
  const kind = "Action";
  const actions: Command[] = [
    { key: "entry", label: "Enter a transaction", kind, icon: "plus", run: () => onOpen("entry") },
    ...(can("manage")
      ? [
          {
            key: "afford",
            label: "Can we afford it?",
            kind,
            icon: "ahead",
            run: () => navigate({ to: "/ahead" }),
          } as const,
        ]
      : []),
    { key: "keys", label: "Keyboard shortcuts", kind, icon: "info", run: () => onOpen("keys") },
    { key: "log-out", label: "Log out", kind, icon: "logout", run: logOut },
  ];
  const admin = { to: "/admin", label: "Admin Dashboard", icon: "admin" } as const;
  const screens = usePermitted(isAdmin ? [...SCREENS, admin] : SCREENS).map(
    ({ to, label, icon }): Command => {
      return { key: to, label, kind: "Screen", icon, run: () => navigate({ to }) };
    },
  );
  return [...(can("transactions") ? actions : actions.slice(1)), ...screens];
}

/** Two years back and one ahead. On a screen without months, a month opens the budget. */
function useMonths(): Command[] {
  const navigate = useNavigate();
  const isMonthly = useMatches({ select: (matches) => matches.at(-1)?.staticData.monthly ?? false });
  const current = monthOfDay(useToday());
  const open = (chosen: Month) => {
    const month = chosen === current ? undefined : chosen;
    return isMonthly
      ? navigate({ to: ".", search: (previous) => ({ ...previous, month, page: undefined }) })
      : navigate({ to: "/budget", search: (previous) => ({ ...previous, month }) });
  };
  const past = lastMonths(current, 25).toReversed();
  const coming = lastMonths(addMonthsTo(current, 12), 12);
  return [...past, ...coming].map((month) => ({
    key: month,
    label: monthLabel(month),
    kind: "Month",
    icon: "chevron-right",
    run: () => open(month),
  }));
}

function useTransactions(text: string): Command[] {
  const navigate = useNavigate();
  const { signed } = useMoney();
  const today = useToday();
  const enabled = text.length > 1;
  const { data } = useQuery({ ...transactionSearch(useOpenLedger().ledgerId, { text }), enabled });
  if (!enabled) return [];
  const rows = data?.rows.slice(0, MAX_TRANSACTIONS) ?? [];
  const dates = rows.map(({ date }) => date);
  const format = dayFormatter(dates, today, locale);
  const found = rows.map(
    ({ id, description, date, ...transaction }): Command => ({
      key: `transaction ${id}`,
      label: description,
      kind: `${format(date)} · ${signed(transaction)}`,
      icon: "transactions",
      run: () => navigate({ to: "/transactions", search: { month: monthOfDay(date), q: description } }),
    }),
  );
  // Always offered: the call above searches only the newest rows of a large budget.
  const searchAll: Command = {
    key: "search",
    label: `Search all months for “${text}”`,
    kind: "Transactions",
    icon: "search",
    run: () => navigate({ to: "/transactions", search: { all: true, q: text } }),
  };
  return [...found, searchAll];
}
