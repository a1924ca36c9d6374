import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { emailProgress } from "../../api/admin-mail.ts";
import { Composer } from "./Composer.tsx";
import { FailedMail } from "./FailedMail.tsx";
import { Sending } from "./Sending.tsx";

const route = getRouteApi("/app/admin");

export function EmailTemplates() {
  const { mail } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (id: number | undefined) =>
    navigate({ search: (previous) => ({ ...previous, mail: id }), replace: true, resetScroll: false });
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
