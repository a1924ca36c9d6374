import { pluralize } from "@coffer/domain/text/plural";
import { addDays, compareDays } from "@coffer/domain/time/day";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type ComponentProps,
  type DragEvent,
  Suspense,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { CHECK_CONNECTION, messageOf } from "../../api/api-error.ts";
import type { Selection } from "../../api/call.ts";
import { categoryList } from "../../api/categories.ts";
import { invalidate } from "../../api/invalidate.ts";
import { ruleList } from "../../api/rules.ts";
import { transactionsBetween } from "../../api/transactions.ts";
import { undoAction } from "../../api/undo-action.ts";
import { useMoney } from "../../format/money.ts";
import { useMembers } from "../../household/use-members.ts";
import { toImportedFile } from "../../import/imported-file.ts";
import type { NamedFile } from "../../import/preview-rows.ts";
import { lazyPart } from "../../loading/lazy.tsx";
import { loadCode } from "../../loading/load-code.ts";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useCategories, useOpenLedger, useToday, useUser } from "../../selection/selection.ts";
import { Icon } from "../../ui/base/Icon.tsx";
import { Skeleton } from "../../ui/base/Loading.tsx";
import { PageHeader } from "../../ui/layout/Frame.tsx";
import { toast } from "../../ui/overlays/toast.ts";
import type { Sending as SendingPart } from "./Sending.tsx";
import { forgetImport, type RunningImport, storedImport } from "./stored-import.ts";
import { answersIn, hasOpenQuestion, questionsIn, useFiles } from "./use-files.ts";
import "./Import.css";

export const reads = ({ ledgerId }: Pick<Selection, "ledgerId">) => ({
  categories: categoryList(ledgerId),
  rules: ruleList(ledgerId),
});

// Lazy: most time is spent before any file is read.
const FileCard = lazyPart(() => import("./FileCard.tsx"), "FileCard");
const FileExtras = lazyPart(() => import("./FileExtras.tsx"), "FileExtras");
const Questions = lazyPart(() => import("./Questions.tsx"), "Questions");
const Sending = lazyPart(() => import("./Sending.tsx"), "Sending");
const Preview = lazyPart(() => import("./Preview.tsx"), "Preview");

/** Transactions of this many days before a file propose categories for its rows. */
const HISTORY_DAYS = 366;

type SendingState = Pick<ComponentProps<typeof SendingPart>, "step" | "running" | "problem">;

export function Import() {
  const { ledgerId, can } = useOpenLedger();
  const client = useQueryClient();
  const [sending, setSending] = useState<SendingState | null>(null);
  const abort = useRef(new AbortController());
  useEffect(() => {
    const { current } = abort;
    void storedImport(ledgerId).then((running) => {
      if (running && !current.signal.aborted) setSending((now) => now ?? { step: "paused", running });
    });
    return () => current.abort();
  }, [ledgerId]);

  async function send(start: RunningImport) {
    let running = start;
    const show = (latest: RunningImport) => {
      running = latest;
      setSending({ step: "running", running });
    };
    show(start);
    try {
      // Loads with the preview, or on its own if an interrupted import continues.
      const { sendImport } = await loadCode(() => import("./send-import.ts"));
      await sendImport(ledgerId, start, show, abort.current.signal);
      setSending({ step: "done", running });
      const { added, toReview = 0, entryId } = running;
      const nothing = toReview > 0 ? `${pluralize(toReview, "row")} to review.` : "Nothing is new.";
      toast({
        title: "Import finished",
        description: added === 0 ? nothing : `${pluralize(added, "transaction")} added.`,
        ...undoAction(client, entryId === undefined ? [] : [{ id: entryId, ledgerId }]),
      });
    } catch (error) {
      setSending({ step: "paused", running, problem: messageOf(error, CHECK_CONNECTION) });
    }
    invalidate(client, ledgerId, "review");
  }

  return (
    <>
      <PageHeader title="Import" />
      {sending && (
        <Suspense fallback={<Skeleton height="2rem" lines={3} />}>
          <Sending
            {...sending}
            onGoOn={() => void send(sending.running)}
            onDiscard={() => {
              void forgetImport(ledgerId);
              setSending(null);
            }}
            onMore={() => setSending(null)}
          />
        </Suspense>
      )}
      {!sending &&
        (can("transactions") ? (
          <Files onImport={(started) => void send(started)} />
        ) : (
          <p>You can view this budget but not add to it.</p>
        ))}
    </>
  );
}

function Files({ onImport }: Pick<ComponentProps<typeof Preview>, "onImport">) {
  const { ledgerId } = useOpenLedger();
  const today = useToday();
  const { currency } = useMoney();
  const { files, add, answer, ...actions } = useFiles(today, currency);
  const user = useUser();
  const { members } = useMembers();
  const memberIds = members.map(({ id }) => id).join(" ");
  const imported = useMemo(() => {
    const household = { currency, user, members: memberIds.split(" ").map((id) => ({ id: Number(id) })) };
    return new Map(
      files.flatMap(({ id, read, converted }) =>
        read ? [[id, toImportedFile(read, household, converted)] as const] : [],
      ),
    );
  }, [files, currency, user, memberIds]);
  const ready = useMemo(
    () =>
      files.flatMap((one): NamedFile[] => {
        const file = imported.get(one.id);
        return file && !hasOpenQuestion(one) ? [{ name: one.file.name, file, answers: answersIn(one) }] : [];
      }),
    [files, imported],
  );
  const days = useMemo(
    () => ready.flatMap(({ file }) => file.rows.map(({ row }) => row.date)).sort(compareDays),
    [ready],
  );
  const [firstDay = today] = days;
  const lastDay = days.at(-1) ?? today;
  const categories = useCategories();
  const rules = useQuery(ruleList(ledgerId));
  const transactions = useQuery({
    ...transactionsBetween(ledgerId, addDays(firstDay, -HISTORY_DAYS), addDays(lastDay, 7)),
    enabled: days.length > 0,
  });
  return (
    <>
      <div className="import-files">
        <DropZone onFiles={add} compact={files.length > 0} />
        {files.length > 0 && (
          <Suspense>
            <ul aria-label="Files">
              {files.map((dropped) => (
                <FileCard
                  key={dropped.id}
                  dropped={dropped}
                  imported={imported.get(dropped.id)}
                  {...actions}
                />
              ))}
            </ul>
          </Suspense>
        )}
      </div>
      {files.some(({ read }) => questionsIn(read).length > 0) && (
        <Suspense>
          <Questions files={files} imported={imported} onAnswer={answer} />
        </Suspense>
      )}
      {ready.some(({ file }) => file.categories.length > 0) && categories.data && (
        <Suspense>
          <FileExtras files={ready} categories={categories.data} />
        </Suspense>
      )}
      {days.length > 0 && (
        <QueryResult
          queries={{ categories, rules, transactions }}
          failed="Failed to load what is here already"
          lines={6}
          height="2rem"
        >
          {(loaded) => (
            <Suspense fallback={<Skeleton height="2rem" lines={6} />}>
              <Preview files={ready} {...loaded} onImport={onImport} />
            </Suspense>
          )}
        </QueryResult>
      )}
    </>
  );
}

type Props = {
  compact: boolean;
  onFiles: (files: File[]) => void;
};

/** A field for dropped or chosen files. The whole zone is the label of the file input. */
function DropZone({ compact, onFiles }: Props) {
  const id = useId();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <label
      className="import-drop"
      htmlFor={id}
      data-over={over}
      data-compact={compact}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name="plus" />
      <span className="import-drop-title">
        {compact ? "Add a file" : "Drop your bank's files here, or choose them"}
      </span>
      {!compact && (
        <span className="muted">
          CSV, Excel, OFX, QIF, CAMT, MT940, Norma 43, CODA, ABO, 1C or JSON, up to 50 MB, and exports of
          YNAB, Actual Budget, Firefly III, Monarch, Mint, Lunch Money, Simplifi, Copilot, Splitwise, Coffer
          and others. Files are read on this device; dates, texts and amounts are sent to be compared with
          your transactions, and nothing is saved before you import.
        </span>
      )}
      <input
        id={id}
        className="visually-hidden"
        type="file"
        multiple
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </label>
  );
}
