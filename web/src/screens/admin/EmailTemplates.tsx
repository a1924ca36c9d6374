import type { campaignReply } from "@coffer/contract/admin";
import type { FailedMail as Failed } from "@coffer/domain/mail/failed-mail";
import { pluralize } from "@coffer/domain/text/plural";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import type { InferOutput } from "valibot";
import { emailProgress, failedMail, useRetryMail } from "../../api/admin.ts";
import { useDateFormat } from "../../format/use-date-format.ts";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useChangeSearch } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { IconButton } from "../../ui/base/IconButton.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { ProgressBar } from "../../ui/display/ProgressBar.tsx";
import { type Column, Table } from "../../ui/display/Table.tsx";
import { Composer } from "./Composer.tsx";
import { INSTANT, numbers } from "./formats.ts";
import { LoadMore } from "./UserManagement.tsx";

export function EmailTemplates() {
  const { mail } = useSearch({ from: "/app/admin" });
  const changeSearch = useChangeSearch();
  const show = (mail: number | undefined) => changeSearch({ mail }, { replace: true });
  const progress = useQuery({ ...emailProgress(mail ?? 0), enabled: mail !== undefined });
  return (
    <div className="stack">
      {mail !== undefined && progress.data && <Sending {...progress.data} onClose={() => show(undefined)} />}
      <Composer onSent={show} />
      {/* A new key reads the list again when a mail is done. */}
      <FailedMail key={String(progress.data?.done)} />
    </div>
  );
}

type SendingProps = InferOutput<typeof campaignReply> & { onClose: () => void };

function Sending({ subject, total, sent, suppressed, failed, done, onClose }: SendingProps) {
  const finished = sent + suppressed + failed;
  const others = [
    suppressed > 0 && `${numbers.format(suppressed)} left out (unsubscribed or undeliverable)`,
    failed > 0 && `${numbers.format(failed)} failed`,
  ].filter(Boolean);
  return (
    <Card
      title={done ? "Sent" : "Sending"}
      description={subject}
      action={<IconButton icon="close" label="Hide progress" onClick={onClose} />}
    >
      <div className="sending">
        <ProgressBar label={`Progress of “${subject}”`} value={total === 0 ? 0 : (finished / total) * 100} />
        <p role="status">
          <strong>
            {numbers.format(sent)} of {numbers.format(total)} sent
          </strong>
          {others.length > 0 && <span className="muted"> · {others.join(" · ")}</span>}
        </p>
      </div>
    </Card>
  );
}

function FailedMail() {
  const mails = useInfiniteQuery(failedMail);
  const retry = useRetryMail();
  const time = useDateFormat(INSTANT);
  const columns: Column<Failed>[] = [
    { header: "To", slot: "title", cell: ({ to }) => <span className="admin-email">{to}</span> },
    { header: "Subject", cell: ({ subject }) => subject },
    { header: "Reason", cell: ({ reason, attempts }) => `${reason} (${pluralize(attempts, "attempt")})` },
    {
      header: "When",
      cell: ({ failedAt, waiting }) => `${waiting ? "Tried" : "Given up"} ${time.format(failedAt)}`,
    },
    {
      header: "Actions",
      slot: "actions",
      cell: ({ id }) => (
        <Button
          size="small"
          icon="refresh"
          pending={retry.isPending && retry.variables === id}
          onClick={() => retry.mutate(id)}
        >
          Retry
        </Button>
      ),
    },
  ];
  return (
    <Card title="Failed emails" flush={Boolean(mails.data?.length)}>
      <QueryResult queries={{ mails }} failed="Failed to load failed emails" lines={2}>
        {(data) =>
          data.mails.length === 0 ? (
            <p className="muted">Every message has been delivered.</p>
          ) : (
            <>
              <Table caption="Failed emails" columns={columns} rows={data.mails} rowKey={({ id }) => id} />
              <LoadMore noun="email" shown={data.mails.length} query={mails} />
            </>
          )
        }
      </QueryResult>
    </Card>
  );
}
