import type { devices } from "@coffer/contract/device";
import { locale } from "@coffer/domain/text/locale";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { InferOutput } from "valibot";
import { useSignOutDevice, useSignOutOtherDevices } from "../../api/devices.ts";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useOpenLedger } from "../../selection/selection.ts";
import { useUser } from "../../session/auth-context.tsx";
import { useSignOut } from "../../shell/AccountMenu.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { Badge } from "../../ui/display/Badge.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { reads } from "./reads.ts";
import "./Devices.css";

type DeviceEntry = InferOutput<typeof devices.list.reply>[number];

export function Devices() {
  const entries = useQuery(reads(useOpenLedger()).devices);
  return (
    <Card
      title="Devices"
      description="Where you are signed in. If you do not know one of these, log it out and change your password."
    >
      <QueryResult queries={{ entries }} failed="Failed to load devices" lines={2}>
        {(data) => <DeviceList {...data} />}
      </QueryResult>
    </Card>
  );
}

function DeviceList({ entries }: { entries: readonly DeviceEntry[] }) {
  const signOutOthers = useSignOutOtherDevices();
  return (
    <div className="stack">
      <ul>
        {entries.map((entry) => (
          <DeviceRow key={entry.id} entry={entry} />
        ))}
      </ul>
      {entries.length > 1 ? (
        <div>
          <Button
            variant="secondary"
            size="small"
            icon="logout"
            pending={signOutOthers.isPending}
            pendingLabel="Logging out..."
            onClick={() => signOutOthers.mutate(undefined)}
          >
            Log out all other devices
          </Button>
        </div>
      ) : (
        <p className="muted">You are signed in on this device only.</p>
      )}
    </div>
  );
}

function DeviceRow({ entry }: { entry: DeviceEntry }) {
  const { timeZone } = useUser();
  const signOut = useSignOut();
  const signOutDevice = useSignOutDevice();
  const id = useId();
  const { current, signedInAt, lastUsedAt, network, browser, system } = entry;
  const name = [browser ?? "Unknown browser", system].filter(Boolean).join(" on ");
  // Without the year: no session lasts longer than thirty days.
  const time = new Intl.DateTimeFormat(locale.dates, {
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
  });
  return (
    <li className="device">
      <div>
        <p className="device-name">
          <span id={id}>{name}</span> {current && <Badge tone="info">This device</Badge>}
        </p>
        <p className="muted">
          Signed in {time.format(signedInAt)}
          {network && ` from ${network}`}
        </p>
        <p className="muted">{current ? "In use now" : `Last used ${time.format(lastUsedAt)}`}</p>
      </div>
      <Button
        variant={current ? "quiet" : "secondary"}
        size="small"
        aria-describedby={id}
        pending={signOutDevice.isPending}
        pendingLabel="Logging out..."
        onClick={() => (current ? signOut() : signOutDevice.mutate({ id: entry.id, name }))}
      >
        Log out
      </Button>
    </li>
  );
}
