import { useLayoutEffect, useRef } from "react";
import { Card } from "../../ui/display/Card.tsx";
import { writeMail } from "./write-mail.ts";

type Props = { subject: string; to: string; html: string };

/** The mail as its recipients will read it, in a frame in which nothing can run. */
export function Preview({ subject, to, html }: Props) {
  const isEmpty = subject.trim() === "" && html.trim() === "";
  return (
    <Card title="Preview" flush={!isEmpty}>
      {isEmpty ? (
        <p className="muted">Select a template or write your email to see the preview</p>
      ) : (
        <div className="preview">
          <dl className="preview-head">
            <div>
              <dt>Subject</dt>
              <dd>{subject}</dd>
            </div>
            <div>
              <dt>To</dt>
              <dd>{to}</dd>
            </div>
          </dl>
          <Body html={html} />
        </div>
      )}
    </Card>
  );
}

function Body({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const write = () => {
    const page = frame.current?.contentDocument;
    if (page) writeMail(page, html);
  };
  useLayoutEffect(write, [html]);
  // Some browsers put the empty page in after the frame is there: then it is written once more.
  return <iframe ref={frame} title="Email preview" sandbox="allow-same-origin" onLoad={write} />;
}
