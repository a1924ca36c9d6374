import type { UseQueryResult } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { CHECK_CONNECTION, messageOf } from "../api/api-error.ts";
import { RouterButton } from "../links/router-links.tsx";
import { Button } from "../ui/base/Button.tsx";
import { Spinner } from "../ui/base/Loading.tsx";
import { PublicPage } from "./PublicPage.tsx";

type Props<Data> = {
  title: string;
  query: UseQueryResult<Data>;
  isLoading?: boolean;
  failed?: string;
  children: (data: Data) => ReactNode;
};

/** The page behind a mailed link, after its data has loaded. */
export function MailedLink<Data>({ title, query, isLoading = false, failed, children }: Props<Data>) {
  const { data, error, refetch } = query;
  if (error) {
    return (
      <PublicPage
        title={failed ?? "This link could not be opened"}
        description={messageOf(error, CHECK_CONNECTION)}
      >
        <Button fullWidth onClick={() => refetch()}>
          Try again
        </Button>
      </PublicPage>
    );
  }
  if (data === undefined || isLoading) {
    return (
      <PublicPage title={title}>
        <Spinner />
      </PublicPage>
    );
  }
  return children(data);
}

type EndProps = ComponentProps<typeof PublicPage> & { to: "/" | "/auth"; label: string };

export function PublicEnd({ to, label, children, ...page }: EndProps) {
  return (
    <PublicPage {...page}>
      {children}
      <RouterButton to={to} fullWidth>
        {label}
      </RouterButton>
    </PublicPage>
  );
}
