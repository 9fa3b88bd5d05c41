# What is before the snippets of a page: `orrery` and `npx orrery-fx` run in one process that is
# there already, a server is started and stopped, and marks say where each snippet begins.
shopt -s expand_aliases
export NO_COLOR=1

orrery() {
  case "$1" in
    serve | worker | docs | demo)
      if [ "$BASHPID" = $$ ]; then "$DOCS_NODE" "$DOCS_MAIN" "$@"; else exec "$DOCS_NODE" "$DOCS_MAIN" "$@"; fi
      return
      ;;
  esac
  local environment='' name code
  for name in "${!ORRERY_@}"; do environment+="$name=${!name}"$'\n'; done
  exec 9<> "/dev/tcp/127.0.0.1/$DOCS_HOST"
  printf '%s\0' "$(($# + 3))" "$DOCS_OUTPUT" "$PWD" "$environment" "$@" >&9
  read -r code <&9
  exec 9>&-
  cat "$DOCS_OUTPUT/out"
  cat "$DOCS_OUTPUT/err" >&2
  return "$code"
}

npx() {
  if [ "$1" = orrery-fx ]; then shift && orrery "$@"; else command npx "$@"; fi
}

__mark() { printf '\036%s\n' "$1"; }

__ready() {
  until curl -sf "http://127.0.0.1:$DOCS_PORT/ready" > /dev/null; do
    if ! kill -0 "$__server" 2> /dev/null; then
      cat "$DOCS_OUTPUT/server"
      return 1
    fi
    sleep 0.05
  done
}

__stop() {
  if [ -n "$__server" ]; then
    kill "$__server" 2> /dev/null
    wait "$__server" 2> /dev/null
    __server=''
  fi
  return 0
}

trap 'code=$?; __mark "exit $code"; __stop' EXIT
