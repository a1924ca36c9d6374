import { useState } from "react";
import { useResendVerification } from "../api/mailed-links.ts";
import { Banner } from "../ui/base/Banner.tsx";
import { Button } from "../ui/base/Button.tsx";
import { useUser } from "./auth-context.tsx";
import { inlineLabel } from "./BudgetSwitcher.tsx";
import { RouterButton } from "./links.tsx";
import { useOpenBudget } from "./selection.ts";

export function Banners() {
  return (
    <>
      <SharedBudget />
      <UnverifiedEmail />
    </>
  );
}

function SharedBudget() {
  const { owner } = useOpenBudget();
  if (!owner) return null;
  return (
    <Banner
      action={
        <RouterButton
          to="."
          search={({ month }) => ({ month, budget: undefined })}
          variant="secondary"
          size="small"
        >
          Back to my budget
        </RouterButton>
      }
    >
      {owner.firstName}'s budget · {inlineLabel(owner.permissionType)}
    </Banner>
  );
}

function UnverifiedEmail() {
  const { email, emailVerified } = useUser();
  const [hidden, setHidden] = useState(false);
  const resend = useResendVerification();
  if (emailVerified || hidden) return null;
  return (
    <Banner
      onDismiss={() => setHidden(true)}
      action={
        <Button
          variant="secondary"
          size="small"
          pending={resend.isPending}
          pendingLabel="Sending..."
          onClick={() => resend.mutate(undefined)}
        >
          Send again
        </Button>
      }
    >
      Please verify your email address: we sent a link to {email}.
    </Banner>
  );
}
