import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { emailProgress } from "../../api/admin-mail.ts";
import { Composer } from "./Composer.tsx";
import { FailedMail } from "./FailedMail.tsx";
import { Sending } from "./Sending.tsx";

const route = getRouteApi("/app/admin");

/** Writing to one user or to all, watching it go out, and what could not be delivered. */
export function EmailTemplates() {
  const { mail } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (id: number | undefined) =>
    navigate({ search: (kept) => ({ ...kept, mail: id }), replace: true, resetScroll: false });
  const progress = useQuery({ ...emailProgress(mail ?? 0), enabled: mail !== undefined });
  return (
    <div className="stack">
      {mail !== undefined && progress.data && (
        <Sending progress={progress.data} onClose={() => show(undefined)} />
      )}
      <Composer onSent={show} />
      {/* Asked anew once a mail has gone out. */}
      <FailedMail key={String(progress.data?.done)} />
    </div>
  );
}
