import { type ReactNode, useId, useState } from "react";
import { Icon } from "../base/Icon.tsx";
import "./Card.css";

type Props = {
  title?: string;
  /** A line above the title. */
  over?: string;
  description?: ReactNode;
  action?: ReactNode;
  /** Lets a table or list reach the card's edges. */
  flush?: boolean;
  /** The title opens and closes it. */
  fold?: boolean;
  children: ReactNode;
};

export function Card({ title, over, description, action, flush, fold = false, children }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="card" aria-labelledby={title && id} data-flush={flush} data-folded={fold && !isOpen}>
      {title && (
        <header className="card-header">
          <div>
            {over && <p>{over}</p>}
            <h2 id={id}>
              {fold ? (
                <button
                  type="button"
                  className="card-fold"
                  aria-expanded={isOpen}
                  onClick={() => setOpen(!isOpen)}
                >
                  {title}
                  <Icon name="chevron-down" />
                </button>
              ) : (
                title
              )}
            </h2>
            {description && <p>{description}</p>}
          </div>
          {action}
        </header>
      )}
      {(!fold || isOpen) && <div className="card-body">{children}</div>}
    </section>
  );
}
