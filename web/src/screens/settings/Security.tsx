import { useQuery } from "@tanstack/react-query";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useOpenLedger } from "../../selection/selection.ts";
import { Card } from "../../ui/display/Card.tsx";
import { reads } from "./reads.ts";
import { SecurityCodes } from "./SecurityCodes.tsx";
import { SecurityPasskeys } from "./SecurityPasskeys.tsx";

export function Security() {
  const { passkeys: queried, codes: queriedCodes } = reads(useOpenLedger());
  const passkeys = useQuery(queried);
  const codes = useQuery(queriedCodes);
  return (
    <Card title="Security" description="What keeps others out even where they know your password.">
      <QueryResult queries={{ passkeys, codes }} failed="Failed to load security settings" lines={3}>
        {(data) => (
          <div className="stack">
            <SecurityPasskeys passkeys={data.passkeys} />
            <SecurityCodes codes={data.codes} hasPasskey={data.passkeys.length > 0} />
          </div>
        )}
      </QueryResult>
    </Card>
  );
}
