import type { imports } from "@coffer/contract/import";
import { MOST_WAITING, ROWS_A_DAY } from "@coffer/domain/ceilings";
import { pluralize } from "@coffer/domain/text/plural";
import type { InferOutput } from "valibot";

type Room = InferOutput<typeof imports.room.reply>;
/** `fresh` rows would be added, of which `toReview` go to review; `foreign` ones lack an amount in the budget's currency. */
type Coming = { fresh: number; toReview: number; foreign: number };

const written = (count: number) => count.toLocaleString("en-US");
const dailyLimit = `A budget takes at most ${written(ROWS_A_DAY)} new rows a day`;

/** Why an import would be refused, told before it begins; `isBlocked` if no row can be imported now. */
export function roomFor(room: Room, { fresh, toReview, foreign }: Coming) {
  const { today, inAll, inReview, refused } = room;
  const notes: string[] = [];
  if (refused) notes.push(refused);
  else if (fresh > inAll)
    notes.push(
      inAll === 0
        ? "This budget is full. Delete what you no longer need, then continue tomorrow."
        : `This budget has room for ${written(inAll)} more rows, so ${written(fresh - inAll)} of these find none. Delete what you no longer need first.`,
    );
  else if (fresh > today)
    notes.push(
      today === 0
        ? `${dailyLimit}, which were reached today. Import these tomorrow.`
        : `${dailyLimit}: ${written(today)} of these come in today. The other ${written(fresh - today)} wait on this device until you continue tomorrow.`,
    );
  if (!refused && toReview > inReview)
    notes.push(
      `At most ${written(MOST_WAITING)} rows wait in review, which has room for ${written(inReview)}. Give categories to ${written(toReview - inReview)} more of these, or decide about some that wait.`,
    );
  if (foreign > 0)
    notes.push(
      `${pluralize(foreign, "row")} in another currency ${foreign === 1 ? "stays" : "stay"} out until you give ${foreign === 1 ? "its amount" : "their amounts"} above.`,
    );
  const isFull = fresh > 0 && Math.min(today, inAll) === 0;
  return { notes, isBlocked: refused !== null || isFull || toReview > inReview };
}
