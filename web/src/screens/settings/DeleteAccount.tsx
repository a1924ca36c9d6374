import { useDialog } from "../../forms/base/use-dialog.tsx";
import { lazyComponent } from "../../loading/lazy.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Card } from "../../ui/display/Card.tsx";

const DeleteAccountDialog = lazyComponent(() => import("./DeleteAccountDialog.tsx"), "DeleteAccountDialog");

export function DeleteAccount() {
  const { open, dialog } = useDialog();
  const confirm = () => open((close) => <DeleteAccountDialog onClose={close} />);
  return (
    <Card
      title="Delete account"
      description="Takes effect after seven days; signing in before then cancels it."
    >
      <Button variant="destructive" size="small" onClick={confirm}>
        Delete account
      </Button>
      {dialog}
    </Card>
  );
}
