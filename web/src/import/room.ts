import type { imports } from "@coffer/contract/import";
import { MOST_WAITING } from "@coffer/domain/ceilings";
import { pluralize } from "@coffer/domain/text/plural";
import type { InferOutput } from "valibot";

type Room = InferOutput<typeof imports.room.reply>;
/** `fresh` rows are stored, of which `toReview` wait; `foreign` ones are in another currency, without an amount here. */
type Coming = { fresh: number; toReview: number; foreign: number };

const written = (count: number) => count.toLocaleString("en-US");

/** The reasons why an import would be refused, said before it begins; `isBlocked` if no row can come in now. */
export function roomFor(room: Room, { fresh, toReview, foreign }: Coming) {
  const { today, inAll, inReview, refused } = room;
  const notes: string[] = [];
  if (refused) notes.push(refused);
  else if (fresh > inAll)
    notes.push(
      inAll === 0
        ? "This budget is full. Delete what you no longer need, then go on tomorrow."
        : `This budget has room for ${written(inAll)} more rows, so ${written(fresh - inAll)} of these find none. Delete what you no longer need first.`,
    );
  else if (fresh > today)
    notes.push(
      today === 0
        ? "A budget takes at most 25,000 new rows a day, and today's are here. Import these tomorrow."
        : `A budget takes at most 25,000 new rows a day: ${written(today)} of these come in today. The other ${written(fresh - today)} wait on this device until you continue tomorrow.`,
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
