# The node in a container: docker build -t starbox . && docker run -p 127.0.0.1:5050:5050 starbox
FROM node:22-slim AS build
WORKDIR /source
COPY . .
RUN npm ci && npm pack --pack-destination /tmp

FROM node:22-alpine AS files
COPY --from=build /tmp/starbox-*.tgz /tmp/
# The node does not need npm, yarn and the headers of Node.js.
RUN npm install --global --omit=optional --omit=peer /tmp/starbox-*.tgz \
  && cd /usr/local && rm -rf /tmp/* /root/.npm /opt/yarn* lib/node_modules/npm lib/node_modules/corepack include share *.md \
  && cd bin && rm -f npm npx corepack yarn yarnpkg docker-entrypoint.sh \
  && mkdir /data && chown node:node /data

# One layer, because an image also counts the files that a later layer removes.
FROM scratch
LABEL org.opencontainers.image.title="Starbox" \
  org.opencontainers.image.description="A local Starknet sandbox: JSON-RPC, exact Cairo execution, instant snapshots" \
  org.opencontainers.image.licenses="Apache-2.0"
COPY --from=files / /
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  HOST=0.0.0.0 \
  PORT=5050
USER node
WORKDIR /data
EXPOSE 5050
# "-Y off": without the proxy that the environment may name.
HEALTHCHECK --interval=5s --timeout=3s --start-period=5s \
  CMD wget -q -Y off -O /dev/null "http://127.0.0.1:$PORT/is_alive"
ENTRYPOINT ["starbox"]
