import type { campaignReply } from "@coffer/contract/admin";
import type { InferOutput } from "valibot";
import { IconButton } from "../../ui/base/IconButton.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { ProgressBar } from "../../ui/display/ProgressBar.tsx";
import { numbers } from "./formats.ts";

type Props = { progress: InferOutput<typeof campaignReply>; onClose: () => void };

export function Sending({ progress, onClose }: Props) {
  const { subject, total, sent, suppressed, failed, done } = progress;
  const finished = sent + suppressed + failed;
  const others = [
    ...(suppressed > 0 ? [`${numbers.format(suppressed)} left out (unsubscribed or undeliverable)`] : []),
    ...(failed > 0 ? [`${numbers.format(failed)} failed`] : []),
  ];
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
