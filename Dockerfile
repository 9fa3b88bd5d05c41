# The image of Orrery: a broker for bots and tests, and a worker for studies.
# docs/operations/containers.md says how it is run.

FROM node:22-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run --silent prepack && npm pack --ignore-scripts --pack-destination /tmp
WORKDIR /opt/orrery
# The queue of studies is for those who use it; in the image it is there.
RUN npm init --yes > /dev/null \
    && npm install --no-audit --no-fund --ignore-scripts /tmp/orrery-fx-*.tgz bullmq@6.7.0 ioredis@6.0.0 \
    && npm cache clean --force
# What is in the image beside the system: the parts of the package, and what npm installed here.
RUN cp node_modules/orrery-fx/dist/sbom.cdx.json built-in.cdx.json \
    && npm sbom --sbom-format cyclonedx > installed.cdx.json
# The first run keeps compiled code and ticks where later ones, in a read-only file system, find them.
RUN node node_modules/orrery-fx/dist/bundle/main.js run node_modules/orrery-fx/scenarios/quickstart.yaml

FROM node:22-bookworm-slim
COPY --from=build /opt/orrery /opt/orrery
RUN ln -s /opt/orrery/node_modules/.bin/orrery /usr/local/bin/orrery && mkdir /work && chown 1000:1000 /work
USER 1000
WORKDIR /work
EXPOSE 8020
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
    CMD ["node", "--eval", "fetch('http://127.0.0.1:8020/ready').then(a => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["orrery"]
CMD ["serve", "--host", "0.0.0.0", "--allow-host", "orrery"]
