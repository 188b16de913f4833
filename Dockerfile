# One file on a base that has nothing else: no shell, no package manager, nobody's rights. The root may be read-only:
#   docker build -t klatch .
#   docker run --read-only -p 9991:9991 -v klatch:/data klatch
FROM node:24-bookworm-slim AS build
WORKDIR /klatch
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && mkdir -p root/data && chmod 700 root/data

FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /klatch/dist/klatch /klatch
# The folder with its mode: only the server may read it.
COPY --from=build --chown=65532:65532 /klatch/root/ /
# Data in /data, and everybody may connect: the container's port is opened by who runs it.
# Fewer pools of memory: a tenth less in use once there was work for several threads.
ENV KLATCH_CONTAINER=1 MALLOC_ARENA_MAX=2
VOLUME /data
EXPOSE 9991
HEALTHCHECK --interval=30s --timeout=6s --start-period=15s CMD ["/klatch", "healthcheck"]
ENTRYPOINT ["/klatch"]
