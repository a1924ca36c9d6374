# Coffer, whole, in one container: `docker compose up` (compose.yaml) puts it behind https. See docs/self-hosting.md.
ARG NODE_IMAGE=docker.io/library/node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /coffer
COPY . .
RUN npx -y pnpm@12.21.0 install --frozen-lockfile \
 && npx -y pnpm@12.21.0 exec node functions/src/local/web-build.ts \
 && rm -rf node_modules packages/*/node_modules functions/node_modules web/node_modules infra \
 && CI=true npx -y pnpm@12.21.0 install --frozen-lockfile --prod --ignore-scripts --config.confirm-modules-purge=false
# The lockfile has the database engine for x64 only.
RUN case "$(uname -m)" in \
      aarch64) npm install --prefix functions/src --no-save --no-audit --no-fund --ignore-scripts \
        "@dynoxide/linux-arm64@$(node -p 'require("./functions/package.json").optionalDependencies["@dynoxide/linux-x64"]')" ;; \
    esac

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4321 COFFER_DATA_DIR=/data
COPY --from=build /coffer /coffer
RUN mkdir /data && chown node:node /data && chmod 700 /data
WORKDIR /coffer
USER node
VOLUME /data
EXPOSE 4321
HEALTHCHECK --start-period=30s --interval=30s --timeout=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4321/api/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "functions/src/local/start.ts", "--production"]
