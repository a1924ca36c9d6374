import type { campaignReply } from "@coffer/contract/admin";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { InferOutput } from "valibot";
import { emailProgress } from "../../api/admin-mail.ts";
import { useChangeSearch } from "../../selection/selection.ts";
import { IconButton } from "../../ui/base/IconButton.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { ProgressBar } from "../../ui/display/ProgressBar.tsx";
import { Composer } from "./Composer.tsx";
import { FailedMail } from "./FailedMail.tsx";
import { numbers } from "./formats.ts";

const route = getRouteApi("/app/admin");

export function EmailTemplates() {
  const { mail } = route.useSearch();
  const changeSearch = useChangeSearch();
  const show = (mail: number | undefined) => changeSearch({ mail }, { replace: true });
  const progress = useQuery({ ...emailProgress(mail ?? 0), enabled: mail !== undefined });
  return (
    <div className="stack">
      {mail !== undefined && progress.data && (
        <Sending progress={progress.data} onClose={() => show(undefined)} />
      )}
      <Composer onSent={show} />
      {/* A new key reads the list again once a mail is done. */}
      <FailedMail key={String(progress.data?.done)} />
    </div>
  );
}

type SendingProps = { progress: InferOutput<typeof campaignReply>; onClose: () => void };

function Sending({ progress, onClose }: SendingProps) {
  const { subject, total, sent, suppressed, failed, done } = progress;
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
