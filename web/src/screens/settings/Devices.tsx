import type { devices } from "@coffer/contract/device";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { InferOutput } from "valibot";
import { deviceList, useSignOutDevice, useSignOutOtherDevices } from "../../api/security.ts";
import { useDateFormat } from "../../format/use-date-format.ts";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useSignOut } from "../../shell/AccountMenu.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { Badge } from "../../ui/display/Badge.tsx";
import { Card } from "../../ui/display/Card.tsx";
import "./Devices.css";

/** Without the year, because no session lasts longer than thirty days. */
const TIME = { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" } as const;

export function Devices() {
  const devices = useQuery(deviceList);
  const signOutOthers = useSignOutOtherDevices();
  return (
    <Card
      title="Devices"
      description="Where you are signed in. If you do not know one of these, log it out and change your password."
    >
      <QueryResult queries={{ devices }} failed="Failed to load devices" lines={2}>
        {({ devices: all }) => (
          <div className="stack">
            <ul>
              {all.map((device) => (
                <DeviceRow key={device.id} {...device} />
              ))}
            </ul>
            {all.length > 1 ? (
              <Button
                size="small"
                icon="logout"
                pending={signOutOthers.isPending}
                pendingLabel="Logging out..."
                onClick={() => signOutOthers.mutate(undefined)}
              >
                Log out all other devices
              </Button>
            ) : (
              <p className="muted">You are signed in on this device only.</p>
            )}
          </div>
        )}
      </QueryResult>
    </Card>
  );
}

function DeviceRow(device: InferOutput<typeof devices.list.reply>[number]) {
  const { id, current, signedInAt, lastUsedAt, network, browser, system } = device;
  const signOut = useSignOut();
  const signOutDevice = useSignOutDevice();
  const nameId = useId();
  const name = [browser ?? "Unknown browser", system].filter(Boolean).join(" on ");
  const time = useDateFormat(TIME);
  return (
    <li className="device">
      <div>
        <p className="device-name">
          <span id={nameId}>{name}</span> {current && <Badge tone="info">This device</Badge>}
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
        aria-describedby={nameId}
        pending={signOutDevice.isPending}
        pendingLabel="Logging out..."
        onClick={() => (current ? signOut() : signOutDevice.mutate({ id, name }))}
      >
        Log out
      </Button>
    </li>
  );
}
