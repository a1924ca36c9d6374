import { useState } from "react";
import { Button } from "../../ui/base/Button.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { DeleteAccountDialog } from "./DeleteAccountDialog.tsx";

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
      {open && <DeleteAccountDialog onClose={() => setOpen(false)} />}
    </Card>
  );
}
