import type { FailedMail as Failed } from "@coffer/domain/mail/failed-mail";
import { pluralize } from "@coffer/domain/text/plural";
import { useInfiniteQuery } from "@tanstack/react-query";
import { failedMail, useRetryMail } from "../../api/admin-mail.ts";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useUser } from "../../session/auth-context.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { type Column, Table } from "../../ui/display/Table.tsx";
import { instants } from "./formats.ts";
import { LoadMore } from "./LoadMore.tsx";

export function FailedMail() {
  const mails = useInfiniteQuery(failedMail);
  return (
    <Card title="Failed emails" flush={Boolean(mails.data?.length)}>
      <QueryResult queries={{ mails }} failed="Failed to load failed emails" lines={2}>
        {(data) =>
          data.mails.length === 0 ? (
            <p className="muted">Every message has been delivered.</p>
          ) : (
            <>
              <FailedTable mails={data.mails} />
              <LoadMore noun="email" shown={data.mails.length} query={mails} />
            </>
          )
        }
      </QueryResult>
    </Card>
  );
}

function FailedTable({ mails }: { mails: Failed[] }) {
  const retry = useRetryMail();
  const { timeZone } = useUser();
  const time = instants(timeZone);
  const columns: Column<Failed>[] = [
    { header: "To", slot: "title", cell: ({ to }) => <span className="admin-email">{to}</span> },
    { header: "Subject", cell: ({ subject }) => subject },
    {
      header: "Reason",
      cell: ({ reason, attempts }) => `${reason} (${pluralize(attempts, "attempt")})`,
    },
    {
      header: "When",
      cell: ({ failedAt, waiting }) => `${waiting ? "Tried" : "Given up"} ${time.format(failedAt)}`,
    },
    {
      header: "Actions",
      slot: "actions",
      cell: ({ id }) => (
        <Button
          variant="secondary"
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
  return <Table caption="Failed emails" columns={columns} rows={mails} rowKey={({ id }) => id} />;
}
