import { Skeleton } from "../../ui/display/Skeleton.tsx";

export function GoalsSkeleton() {
  return ["first", "second", "third"].map((card) => (
    <div key={card} className="goal">
      <Skeleton height="2.25rem" width="70%" />
      <Skeleton height="0.5rem" />
      <Skeleton height="1.25rem" lines={4} />
    </div>
  ));
}
