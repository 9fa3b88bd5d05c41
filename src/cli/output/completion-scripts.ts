/**
 * Scripts that complete the words of `orrery` in a shell. Each calls the program itself, with
 * `--complete` and the words so far; where that prints none, the shell completes files.
 */

/** Shells that have a script. */
export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

const BASH = `# orrery: completion for bash
_orrery() {
  local word="\${COMP_WORDS[COMP_CWORD]}"
  local IFS=$'\\n'
  COMPREPLY=( $(compgen -W "$(orrery --complete "\${COMP_WORDS[@]:0:COMP_CWORD+1}" 2> /dev/null)" -- "$word") )
  if [ \${#COMPREPLY[@]} -eq 0 ]; then COMPREPLY=( $(compgen -f -- "$word") ); fi
}
complete -o filenames -F _orrery orrery
`;

const ZSH = `#compdef orrery
# orrery: completion for zsh
_orrery() {
  local -a words_known
  words_known=("\${(@f)$(orrery --complete "\${words[@]}" 2> /dev/null)}")
  if [[ -n "\${words_known[1]}" ]]; then compadd -- "\${words_known[@]}"; else _files; fi
}
compdef _orrery orrery
`;

const FISH = `# orrery: completion for fish
function __orrery_complete
    set -l words (commandline -opc) (commandline -ct)
    orrery --complete $words 2> /dev/null
end
complete -c orrery -a '(__orrery_complete)'
`;

const POWERSHELL = `# orrery: completion for PowerShell
Register-ArgumentCompleter -Native -CommandName orrery -ScriptBlock {
  param($word, $line, $cursor)
  $words = @($line.CommandElements | ForEach-Object { $_.ToString() })
  if ($word -eq '') { $words += '' }
  orrery --complete @words 2> $null | Where-Object { $_ -like "$word*" } |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}
`;

/** The script for a shell: to be sourced, or put where the shell finds such scripts. */
export const COMPLETION: Readonly<Record<Shell, string>> = {
  bash: BASH,
  zsh: ZSH,
  fish: FISH,
  powershell: POWERSHELL,
};
