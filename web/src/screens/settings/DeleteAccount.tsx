import { Suspense, useState } from "react";
import { lazyComponent } from "../../shell/lazy.ts";
import { Button } from "../../ui/base/Button.tsx";
import { LoadingBar } from "../../ui/base/LoadingBar.tsx";
import { Card } from "../../ui/display/Card.tsx";

const DeleteAccountDialog = lazyComponent(() => import("./DeleteAccountDialog.tsx"), "DeleteAccountDialog");

export function DeleteAccount() {
  const [open, setOpen] = useState(false);
  return (
    <Card
      title="Delete account"
      description="Takes effect after seven days, in which signing in takes it back."
    >
      <Button variant="destructive" size="small" onClick={() => setOpen(true)}>
        Delete account
      </Button>
      <Suspense fallback={<LoadingBar />}>
        {open && <DeleteAccountDialog onClose={() => setOpen(false)} />}
      </Suspense>
    </Card>
  );
}
