import { fullName } from "@coffer/domain/account/user";
import { type ReactNode, useId } from "react";
import { lazyPart, useDialog } from "../../loading/lazy.tsx";
import { useUser } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Badge } from "../../ui/display/Badge.tsx";
import { Card } from "../../ui/display/Card.tsx";

const PasswordDialog = lazyPart(() => import("../../forms/ProfileDialog.tsx"), "PasswordDialog");
const ProfileDialog = lazyPart(() => import("../../forms/ProfileDialog.tsx"), "ProfileDialog");

export function ProfileInformation() {
  const user = useUser();
  const { open, dialog } = useDialog();
  const edit = () => open((close) => <ProfileDialog onClose={close} />);
  const changePassword = () => open((close) => <PasswordDialog onClose={close} />);
  return (
    <Card title="Profile Information" flush>
      <dl>
        <Row label="Full name" action="Edit" onAction={edit}>
          {fullName(user)}
        </Row>
        <Row label="Email address" action="Edit" onAction={edit}>
          {user.email} {!user.emailVerified && <Badge>Not verified</Badge>}
        </Row>
        <Row label="Phone number" action="Edit" onAction={edit}>
          {user.phone}
        </Row>
        <Row label="Password" action="Change" onAction={changePassword}>
          <span aria-hidden>••••••••</span>
          <span className="visually-hidden">Not shown</span>
        </Row>
      </dl>
      {dialog}
    </Card>
  );
}

type RowProps = { label: string; action: string; onAction: () => void; children: ReactNode };

function Row({ label, action, onAction, children }: RowProps) {
  const id = useId();
  return (
    <div className="setting-row">
      <dt id={id}>{label}</dt>
      <dd className="setting-value">{children}</dd>
      <dd>
        <Button size="small" aria-describedby={id} onClick={onAction}>
          {action}
        </Button>
      </dd>
    </div>
  );
}
