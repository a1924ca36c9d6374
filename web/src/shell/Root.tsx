import { Outlet } from "@tanstack/react-router";
import { Toaster } from "../ui/Toaster.tsx";

/** Every page, signed in or not. */
export function Root() {
  return (
    <>
      <Outlet />
      <Toaster />
    </>
  );
}
