# The node in a container: docker build -t starbox . && docker run -p 127.0.0.1:5050:5050 starbox
FROM node:22-alpine AS build
WORKDIR /source
COPY . .
RUN npm ci && npm pack --pack-destination /tmp

FROM node:22-alpine
COPY --from=build /tmp/starbox-*.tgz /tmp/
# npm and yarn are removed because the node does not need them.
RUN npm install --global --omit=optional --omit=peer /tmp/starbox-*.tgz \
  && rm -rf /tmp/starbox-*.tgz /root/.npm /usr/local/lib/node_modules/npm /usr/local/lib/node_modules/corepack /opt/yarn* \
  && mkdir /data && chown node:node /data
USER node
WORKDIR /data
EXPOSE 5050
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT ?? 5050) + '/is_alive').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["starbox", "--host", "0.0.0.0"]
