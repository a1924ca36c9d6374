import { useLayoutEffect, useRef } from "react";
import { Card } from "../../ui/display/Card.tsx";
import { Fact } from "../../ui/display/Fact.tsx";
import { writeMail } from "./write-mail.ts";

type Props = {
  subject: string;
  to: string;
  html: string;
  /** True where its placeholders are filled in with a sample person's figures. */
  isFilled: boolean;
};

/** The sandboxed frame runs no scripts. */
export function Preview({ subject, to, html, isFilled }: Props) {
  const isEmpty = subject.trim() === "" && html.trim() === "";
  return (
    <Card
      title="Preview"
      description={isFilled && "Filled in with the figures of a sample person."}
      flush={!isEmpty}
    >
      {isEmpty ? (
        <p className="muted">Select a template or write your email to see the preview</p>
      ) : (
        <div className="preview">
          <dl className="preview-head">
            <Fact name="Subject">{subject}</Fact>
            <Fact name="To">{to}</Fact>
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
  // Some browsers load the empty page after the effect has run: then it is written again.
  return <iframe ref={frame} title="Email preview" sandbox="allow-same-origin" onLoad={write} />;
}
