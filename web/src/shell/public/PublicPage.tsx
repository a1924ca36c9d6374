import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Brand } from "../../ui/base/Brand.tsx";
import "./PublicPage.css";

type Props = { title: string; description?: ReactNode; children?: ReactNode };

export function PublicPage({ title, description, children }: Props) {
  return (
    <main className="public" id="main" tabIndex={-1}>
      <Link to="/" className="public-brand" aria-label="Coffer">
        <Brand />
      </Link>
      <section className="public-sheet">
        <header>
          <h1>{title}</h1>
          {description && <p>{description}</p>}
        </header>
        {children}
      </section>
    </main>
  );
}
