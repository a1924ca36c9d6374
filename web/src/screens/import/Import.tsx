import type { Id } from "@coffer/domain/id";
import { pluralize } from "@coffer/domain/text/plural";
import { addDays, type Day } from "@coffer/domain/time/day";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useMemo, useRef, useState } from "react";
import { CHECK_CONNECTION, messageOf } from "../../api/api-error.ts";
import { portionsOf, type SentRow } from "../../api/imports.ts";
import { invalidate } from "../../api/invalidate.ts";
import { transactionsBetween } from "../../api/transactions.ts";
import { undoAction } from "../../api/undo-action.ts";
import { randomKey } from "../../api/use-api-mutation.ts";
import { lazyComponent } from "../../loading/lazy.ts";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useMonth, useOpenLedger, useToday } from "../../selection/selection.ts";
import { Skeleton } from "../../ui/display/Skeleton.tsx";
import { PageHeader } from "../../ui/layout/Frame.tsx";
import { toast } from "../../ui/overlays/toast.ts";
import { DropZone } from "./DropZone.tsx";
import { FileExtras } from "./FileExtras.tsx";
import { reads } from "./reads.ts";
import { Done, Paused, Progress } from "./Sending.tsx";
import { forgetImport, type RunningImport, sendImport, storedImport, storeImport } from "./send-import.ts";
import { hasQuestions, useFiles } from "./use-files.ts";
import "./Import.css";

export { reads } from "./reads.ts";

// Lazy: most time is spent before any file is read.
const FileCard = lazyComponent(() => import("./FileCard.tsx"), "FileCard");
const Preview = lazyComponent(() => import("./Preview.tsx"), "Preview");
const PENDING = <Skeleton height="2rem" lines={6} />;

/** Transactions of so many days before a file say where its rows belong. */
const HISTORY_DAYS = 366;

type Sending =
  | { step: "running"; running: RunningImport }
  | { step: "paused"; running: RunningImport; problem: string | null }
  | { step: "done"; finished: RunningImport };

export function Import() {
  const { ledgerId, can } = useOpenLedger();
  const client = useQueryClient();
  const [sending, setSending] = useState<Sending | null>(null);
  const abort = useRef(new AbortController());
  useEffect(() => {
    const { current } = abort;
    void storedImport(ledgerId).then((running) => {
      if (running && !current.signal.aborted)
        setSending((now) => now ?? { step: "paused", running, problem: null });
    });
    return () => current.abort();
  }, [ledgerId]);

  async function send(running: RunningImport) {
    setSending({ step: "running", running });
    let latest = running;
    try {
      const finished = await sendImport(
        ledgerId,
        running,
        (now) => {
          latest = now;
          setSending({ step: "running", running: now });
        },
        abort.current.signal,
      );
      setSending({ step: "done", finished });
      toast({
        title: "Import finished",
        description:
          finished.added === 0 ? "Nothing is new." : `${pluralize(finished.added, "transaction")} added.`,
        ...undoAction(client, finished.entryId === undefined ? [] : [{ id: finished.entryId, ledgerId }]),
      });
    } catch (error) {
      setSending({ step: "paused", running: latest, problem: messageOf(error, CHECK_CONNECTION) });
    }
    invalidate(client, ledgerId, "transactions");
  }

  async function begin(rows: SentRow[], source: string, paidBy: Id | undefined) {
    const nothing = { done: 0, added: 0, already: 0, leftOut: 0, refused: [] };
    const running = {
      batch: randomKey(),
      source: source || "File",
      paidBy,
      portions: portionsOf(rows),
      ...nothing,
    };
    await storeImport(ledgerId, running);
    await send(running);
  }

  return (
    <>
      <PageHeader title="Import" />
      {sending?.step === "running" && <Progress running={sending.running} />}
      {sending?.step === "paused" && (
        <Paused
          {...sending}
          onGoOn={() => void send(sending.running)}
          onDiscard={() => {
            void forgetImport(ledgerId);
            setSending(null);
          }}
        />
      )}
      {sending?.step === "done" && <Done finished={sending.finished} onMore={() => setSending(null)} />}
      {!sending &&
        (can("transactions") ? (
          <Files onImport={(...given) => void begin(...given)} />
        ) : (
          <p>You may look at this budget, but not add to it.</p>
        ))}
    </>
  );
}

type OnImport = (rows: SentRow[], source: string, paidBy: Id | undefined) => void;

function Files({ onImport }: { onImport: OnImport }) {
  const { ledgerId } = useOpenLedger();
  const today = useToday();
  const { files, add, ...actions } = useFiles(today);
  const ready = useMemo(
    () =>
      files.flatMap((one) =>
        one.read && !hasQuestions(one) ? [{ name: one.file.name, file: one.read.file }] : [],
      ),
    [files],
  );
  const span = useMemo(
    () => spanOf(ready.flatMap(({ file }) => file.rows.map(({ row }) => row.date))),
    [ready],
  );
  const read = reads({ ledgerId, month: useMonth() });
  const categories = useQuery(read.categories);
  const rules = useQuery(read.rules);
  const transactions = useQuery({
    ...transactionsBetween(
      ledgerId,
      addDays(span?.[0] ?? today, -HISTORY_DAYS),
      addDays(span?.[1] ?? today, 7),
    ),
    enabled: span !== undefined,
  });
  return (
    <>
      <div className="import-files">
        <DropZone onFiles={add} compact={files.length > 0} />
        {files.length > 0 && (
          <Suspense>
            <ul aria-label="Files">
              {files.map((dropped) => (
                // A file that was read again starts with the layout found then.
                <FileCard key={`${dropped.id}:${hasQuestions(dropped)}`} dropped={dropped} {...actions} />
              ))}
            </ul>
          </Suspense>
        )}
      </div>
      {ready.length > 0 && categories.data && <FileExtras files={ready} categories={categories.data} />}
      {span && (
        <QueryResult
          queries={{ categories, rules, transactions }}
          failed="Failed to load what is here already"
          pending={PENDING}
        >
          {(loaded) => (
            <Suspense fallback={PENDING}>
              <Preview files={ready} {...loaded} pending={PENDING} onImport={onImport} />
            </Suspense>
          )}
        </QueryResult>
      )}
    </>
  );
}

/** The first and the last day; undefined without any. */
function spanOf(days: readonly Day[]): [first: Day, last: Day] | undefined {
  const [one] = days;
  if (one === undefined) return undefined;
  let [first, last] = [one, one];
  for (const day of days) {
    if (day < first) first = day;
    if (day > last) last = day;
  }
  return [first, last];
}
