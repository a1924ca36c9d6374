import { type ReactNode, useId } from "react";
import "./Card.css";

type Props = {
  title?: string;
  description?: ReactNode;
  action?: ReactNode;
  /** Lets a table or list reach the card's edges. */
  flush?: boolean;
  children: ReactNode;
};

/** With a title it is a named region. */
export function Card({ title, description, action, flush, children }: Props) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={title && id} data-flush={flush}>
      {title && (
        <header className="card-header">
          <div>
            <h2 id={id}>{title}</h2>
            {description && <p>{description}</p>}
          </div>
          {action}
        </header>
      )}
      <div className="card-body">{children}</div>
    </section>
  );
}
