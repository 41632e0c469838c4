/**
 * The shapes of personal data and secrets, for `redact`. Each detector is a bounded pattern; checksums and checks of the value avoid
 * false positives. No pattern may contain an unbounded repetition over text that another part of it can match, so that the time is
 * linear in the length of the text.
 */
import { isIP } from 'node:net';
import { hasIbanSum, hasLuhnSum } from './checksums.ts';

interface Detector {
  /** Global pattern. Named groups: `keep` is preserved in front of the label; `isSecret` checks `name` and `value`. */
  pattern: RegExp;
  label: string;
  /** Whether a match is replaced; default: always. */
  isSecret?: (match: { text: string; name: string; value: string; end: string; whole: string }) => boolean;
}

/** Words for "password" in the languages that readers most often write. */
const PASSWORD = String.raw`pass(?:word|wd|phrase|code)|pwd|pword|(?<![a-z])(?:bind)?pw(?![a-z])|(?<![a-z])(?:mdp|clave)(?![a-z])|passor[dt]|passwor[dt]|kennwort|wachtwoord|senha|contrase(?:n|ñ|ny)a|mot[ _]de[ _]passe|parol[ae]|has[lł]o|heslo|lozinka|l[oö]senord|adgangskode|salasana|jelsz[oó]|[sş]ifre|kata[ _]sandi|m[aậ]t kh[aẩ]u|парол[ья]|κωδικ[οό]ς|סיסמה|كلمة (?:المرور|السر)|पासवर्ड|รหัสผ่าน|密码|密碼|口令|パスワード|비밀번호|암호`;
/** A word for "password" in any of them. */
export const PASSWORD_WORD = new RegExp(PASSWORD, 'i');
const NAME = String.raw`${PASSWORD}|pass(?!word|wd|phrase|code)|secret|token|credential(?:s|(?!s))|signature|(?:api|access|account|private|encrypt(?:ion)?|fernet|sign(?:ing)?|master|shared|storage|license|subscription|functions)[_.-]?key|basic[_.-]auth[_.-]user[_.-]info|j?session[_.-]?id|(?:play_session|phpsessid)(?==)|(?<![a-z])sig(?==[\w%+/]{6})|_auth(?=\s?=)`;
/** The rest of a name after the word that makes it secret, such as `.value` or `_for_tests`. */
const REST = String.raw`(?<name>[\w-]{0,40}(?:\.[\w-]{1,40}){0,6})`;
/** Precedes a separator. It looks back from the separator, which is tested first, because the words of names can be repeated anywhere. */
const AFTER_NAME = `(?<=(?:${NAME})${REST})`;
const QUOTED = String.raw`\\?[bruf]{0,2}"(?:[^"\n\\]|\\.){1,300}"?|[bruf]{0,2}'(?:[^'\n]|''){1,300}'|\x60[^\x60\n]{1,300}\x60|[«„“‘「『][^«»„“”‘’「」『』\n]{1,300}[»“”’」』]`;
const VALUE = String.raw`(?<value>${QUOTED}|\[(?!(?:password|token|secret|key|e-mail|user|address)\])[^\]"'\n]{3,200}\]|[^\s,;&"'})\]]{1,300})`;
/** Suffixes of settings that describe a secret but do not contain it. */
const HARMLESS_SUFFIX =
  /(?:^s|^iz\w*|^through|^smanager|(?:^|[._-])(?:key)?(?:files?|path|name|ref|url|uri|length|policy|expir\w*|ttl|type|count|limit|enabled|required|field|column|env|version|size|claims?|endpoint|lifetime|duration|validity\w*|service|store|manager|provider|backend|algorithm|location))$/i;
/** What stands for a value. Signs can also begin a password, so `$` and `<` alone do not make a placeholder. */
const PLACEHOLDERS: readonly RegExp[] = [
  // Variables of shells, templates, and programs. The default value in `${NAME:-value}` is not a placeholder.
  /^\$(?:$|[A-Z_][A-Z\d_]*$|[a-z_]+$|env:|\{[\w.-]{1,60}(?:\}|:?\?|$)|\(\(?[\w ]|\{\{|\[\[|\$)/,
  /^(?:\{\{|\{[a-z_]*\}?$|%[({][\w ]{1,60}|%\w+%)/i,
  // Names in brackets, and hidden values.
  /^<(?:[a-z_-]*>?$|[\w -]{1,60}>(?!\w))/i,
  /^\[(?:password|token|secret|e-mail|key|address|user)\b/i,
  /^(?:\*{3,}|\*{2}$|\.{3}|x{3}[x*.-]*(?:$|\W))/i,
  // Words. A word can be the beginning of a password.
  /^(?:your|my)[_-][a-z_-]*[.,;:!?)\]}"']*$/i,
  /^(?:changeme|null|none|true|false|yes|no|undefined|nil|required|optional|string|redacted|example|placeholder|env|file|vault)(?:[_-][a-z_-]*)?[.,;:!?)\]}"']*$/i,
  /^(?:env|file|vault)[.:(]/i,
  // Notations of YAML.
  /^(?:[|>][+-]?$|!(?:ref|env|vault|secret|sub|getatt)\b)/i,
];
const isStandIn = (value: string): boolean => PLACEHOLDERS.some((pattern) => pattern.test(value));
/** A call or an attribute in code, and the name of another setting: `os.getenv(`, `settings.db_password`, `mysql-root-password`. */
const REFERENCE =
  /^(?:[a-z_]{2}[a-z_]*(?:[A-Z\d][a-z_]+)*(?:\.\w{1,40}){0,4}[([](?:$|["'\w)\]])[\w.]*|[A-Za-z_][\w.-]{0,60}[._-](?:password|passwd|token|secret|key)s?)$/;
/** The path of a file that contains the secret, and not the secret itself. */
const FILE =
  /^["']?(?:[./~]|[a-z]:\\)[\w./\\~-]{0,200}\.(?:json|pem|p8|p12|pfx|jks|key|crt|cer|txt|ya?ml|cfg|conf|properties|keytab)["']?$/i;
/** Words that follow the name of a secret in a sentence. */
const PROSE =
  /^(?:a|an|and|any|are|as|at|authentication|authorization|auth|be|because|been|by|can|cannot|correct|different|do|does|else|empty|error|errors|expired|fails?|failed|field|flag|for|from|generation|grant|has|header|hidden|how|if|in|incorrect|instead|invalid|is|it|just|like|lost|login|long|mean|means|mismatch|missing|must|need|needed|needs|never|no|not|now|null|of|ok|old|on|only|option|options|or|parameter|argument|please|plain|policy|read|required|reset|right|same|safe|secret|secure|sent|set|short|should|shown|still|that|the|then|there|to|tokens?|too|unknown|use|used|using|valid|value|visible|wrong|was|weak|what|when|where|which|will|with|without|works?)[.,;:!?)]?$/i;
/** Other words that describe a secret: "expired", "working", "visible". */
const DESCRIPTION = /(?:ed|ing|ly|able|ible)[.,;:!?)]?$/i;
/** A setting of an environment that contains a key, and not the name of a column. */
const KEY_VARIABLE = String.raw`\b(?!(?:\w{0,40}_)?(?:PRIMARY|FOREIGN|ROUTING|PARTITION|SORT|PUBLIC)_KEY)[A-Z][A-Z\d_]{1,60}_(?:KEY|PAT|AUTH|CREDS?)`;
/** "is", as in "the password is", in the same languages. */
const IS = String.raw`is|was|of|to|as|=|[-–—:]|ist|war|lautet|est|es|era|é|è|jest|là|это|είναι|是|为|為|は|が|은|는|이|가`;
/** What follows the name of a secret in a sentence: "is", "is:", "is now", or an arrow. A letter after it continues a word, as in "issue". */
const LINK = String.raw`(?:[-=]{1,2}>|→|(?:${IS})(?<![a-z](?=[a-z])))(?:\s(?:now|just)(?![a-z]))?(?:\s{0,2}[:=])?`;
const MY = String.raw`my|our|mein|unser|mon|notre|mi|nuestra|minha|nossa|a minha|la mia|mijn|mitt|mit|moje|мой|我的`;

/** The detectors in the order in which they apply. */
export const DETECTORS: readonly Detector[] = [
  {
    pattern: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----END)[\s\S]){0,4000}(?:-----END[A-Z ]{0,40}-----)?/g,
    label: '[key]',
  },
  { pattern: /(?<keep>\bPrivate-Lines: \d{1,3}\n)[\w+/=\n]{1,4000}/g, label: '[key]' },
  // `scheme://user:password@host`: the password may contain a slash or an @. A port is not a password.
  { pattern: /(?<=[a-z\d]:\/\/)[^\s/?#@:]{0,100}:(?!\d{1,5}(?:[/?#]|$))[^\s"'<>]{1,200}@(?=[\w[])/gi, label: '[password]@' },
  { pattern: /(?<=[a-z\d]:\/\/)[^\s/?#@]{1,200}@(?=[\w[])/gi, label: '[password]@' },
  { pattern: /(?<![\w/.-])[\w.-]{1,60}:[^\s@/:]{1,100}@(?=[\w.-]{1,100}:\d{2,5}\b)/g, label: '[password]@' },
  { pattern: /(?<keep>\b(?:thin|oci|sqlplus)[:\s]\s?)[^\s/@]{1,60}\/[^\s@]{1,100}@/gi, label: '[password]@' },
  {
    pattern: /(?<keep>\b(?:hooks\.slack\.com\/services|discord(?:app)?\.com\/api\/webhooks|webhook\.office\.com)\/)[^\s"']{1,300}/gi,
    label: '[token]',
  },
  {
    pattern: /(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]{1,100}(?:@|%40)(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/gu,
    label: '[e-mail]',
    isSecret: ({ text }) => !text.startsWith('git@'),
  },
  {
    pattern:
      /\b[\w.+-]{1,64} ?(?:(?:\[at\]|\(at\)) ?[\w-]{1,63} ?(?:\[dot\]|\(dot\)|dot|\.)| at [\w-]{1,63} ?(?:\[dot\]|\(dot\)| dot)) ?[a-z]{2,10}\b/gi,
    label: '[e-mail]',
  },
  { pattern: /(?<![\w-])eyJ[\w-]{5,2000}(?:\.[\w-]{0,2000}){0,4}/g, label: '[token]' },
  // Headers. A cookie has a name and a value.
  {
    pattern:
      /(?<keep>(?:\b(?:set-)?cookies?["']?\s{0,2}[:=]\s{0,2}|(?:^|\s)(?:-b|--cookie)[\s=]{1,2})["']?)(?:(?=[^\s=]{1,100}=)[^\n"']{1,2000}|\{[^{}\n]{1,2000})/gi,
    label: '[secret]',
  },
  {
    pattern:
      /(?<keep>\bauthorization["']?\s{0,2}[:=]\s{0,2}["']?(?:(?:bearer|basic|token|apikey|digest)(?:\s{1,2}|%20|\+))?)(?<value>[^\s"',]{1,2000})/gi,
    label: '[token]',
    isSecret: ({ value }) => !isStandIn(value) && !PROSE.test(value),
  },
  {
    pattern: /(?<keep>\b(?:bearer|basic):?(?:\s{1,2}|%20))(?<value>[\w+/=.~-]{4,2000})/gi,
    label: '[token]',
    isSecret: ({ value }) => !isStandIn(value) && (/\d|=$|[a-z][A-Z]/.test(value) || (value.length >= 12 && !PROSE.test(value))),
  },
  // Command lines.
  {
    pattern:
      /(?<keep>(?:^|\s)(?:-u|-a|--user|--auth|--proxy-user)[\s=]{0,2}["']?)(?<value>(?<=["'])[^\s:"']{1,100}:[^"'\n]{1,200}(?=["'])|[^\s:"']{1,100}:[^\s"']{1,200})/g,
    label: '[password]',
    // `-u 1000:1000` are numbers of a user and a group.
    isSecret: ({ value }) => !/^\d+:\d+$/.test(value) && !isStandIn(value.slice(value.indexOf(':') + 1)),
  },
  { pattern: /(?<keep>\bmysql(?:dump|admin|import)?\b[^\n]{0,200}?\s-p)[^\s-][^\s]{0,100}/g, label: '[password]' },
  {
    pattern:
      /(?<keep>\b(?:sshpass|(?:docker|podman|az|oc|helm registry) login|redis-cli|ldap(?:search|whoami|modify)|mongo(?:sh|dump|restore|import|export)?|sqlcmd|bcp|beeline|cypher-shell)\b[^\n]{0,120}?\s-[pawP]\s{0,2})["']?[^\s-][^\s]{0,100}/g,
    label: '[password]',
  },
  // Secrets whose names do not say so: `kubectl create secret … --from-literal=a=x`, and `"auth"` in the configuration of Docker.
  { pattern: /(?<keep>--from-literal[= ]["']?[\w.-]{1,100}=)(?:"[^"\n]{1,300}"|'[^'\n]{1,300}'|[^\s"']{1,300})/g, label: '[secret]' },
  { pattern: /(?<keep>\\?"(?:auth|identitytoken)\\?":\s{0,3}\\?")[\w+/=-]{4,2000}/g, label: '[secret]' },
  // Lists: `passwords: [a, b]`, and one value on each line.
  {
    pattern: new RegExp(
      String.raw`(?<keep>^(?<indent>[ \t]{0,40})["']?[\w.-]{0,60}(?:${PASSWORD}|token)s["']?:[ \t]{0,3}\n)(?:\k<indent>[ \t]{0,8}- [^\n]{1,300}(?:\n|$)){1,50}`,
      'gim',
    ),
    label: '[secret]\n',
  },
  {
    pattern: new RegExp(String.raw`(?<keep>(?<![a-z])(?:${PASSWORD}|token)s["']?:?=?[ \t]{1,3}\[)(?<value>[^\]\n]{1,500})(?=\])`, 'gi'),
    label: '[secret]',
    isSecret: ({ value }) =>
      !isPlaceholder(value.trim()) && /[^\s"',]/.test(value) && value.split(',').some((one) => isSecretWord(one.trim())),
  },
  // A default value in code: `os.getenv("DB_PASSWORD") or "x"`, `process.env.DB_PASSWORD ?? 'x'`.
  {
    pattern: new RegExp(
      String.raw`(?=["']?[)\]]{0,2}\s{0,2}(?:or\b|\|\||\?\?|\?:))${AFTER_NAME}(?<keep>["']?[)\]]{0,2}\s{0,2}(?:or|\|\||\?\?|\?:)\s{0,2})(?<value>"[^"\n]{1,300}"|'[^'\n]{1,300}')`,
      'gi',
    ),
    label: '[secret]',
    isSecret: isValueOfSecret,
  },
  // Files of passwords: `.netrc` and `.pgpass`.
  { pattern: /(?<keep>\blogin\s{1,3}\S{1,100}\s{1,3}password\s{1,3})\S{1,100}/g, label: '[password]' },
  { pattern: /(?<keep>^[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w*-]{1,60}:[\w*-]{1,60}:)[^\s:]{1,100}$/gm, label: '[password]' },
  {
    pattern: new RegExp(
      String.raw`(?<keep>\b(?:setx?|setenv|env|config(?:ure)? set)\s(?:-\w{1,3}\s)?[\w.-]{0,60}(?:${NAME})${REST}\s{1,2})(?<value>[^\s=:]{3,300})(?=\s{0,3}(?:$|\n|[;&]))`,
      'gi',
    ),
    label: '[secret]',
    isSecret: ({ name, value }) => isValueOfSecret({ name, value }) && !PROSE.test(value),
  },
  // A password that another command reads: `echo x | base64`.
  {
    pattern:
      /(?<keep>\b(?:echo|printf)\s(?:-n\s)?["']?)(?<value>[^\s"'|]{1,100})(?=["']?\s?\|[^\n|]{0,80}(?:--password-stdin|base64\b|sudo -S))/g,
    label: '[secret]',
    isSecret: ({ value }) => !isPlaceholder(value),
  },
  {
    pattern: new RegExp(
      String.raw`(?<keep>(?<![\w-])(?:--?|[–—])[\w-]{0,40}(?:${NAME})(?<name>[\w-]{0,20})(?:\s{1,2}|=))(?<value>"[^"\n]{1,300}"|'[^'\n]{1,300}'|[^\s"']{1,300})`,
      'gi',
    ),
    label: '[secret]',
    isSecret: ({ name, value }) => !HARMLESS_SUFFIX.test(name) && !PROSE.test(value) && !isPlaceholder(value) && !value.startsWith('-'),
  },
  // A value beside its name: `name: DB_PASSWORD` and `value: x` of containers, `<name>` and `<value>` of Hadoop, `("password", "x")`.
  {
    pattern: new RegExp(
      String.raw`(?<keep>\b(?:name|key)\\?["']?\s{0,2}[:=]\s{0,2}\\?["']?[\w.-]{0,40}(?:${NAME}|cookie|authorization)${REST}\\?["']?,?\s{0,40}\\?["']?\bvalue\\?["']?\s{0,2}[:=]\s{0,2})(?<value>${QUOTED}|[^\n"'}]{1,300})`,
      'gi',
    ),
    label: '[secret]',
    isSecret: isValueOfSecret,
  },
  {
    pattern: new RegExp(String.raw`(?=<\/)${AFTER_NAME}(?<keep><\/\w{1,20}>\s{0,40}<value>)(?<value>[^<>\n]{1,300})(?=<\/)`, 'gi'),
    label: '[secret]',
    isSecret: isValueOfSecret,
  },
  {
    pattern: new RegExp(
      String.raw`(?<keep><(?:[\w-]{1,40}:)?[\w.-]{0,40}(?:${NAME})(?<name>[\w-]{0,20})>)(?<value>[^<>\n]{1,300})(?=<\/)`,
      'gi',
    ),
    label: '[secret]',
    isSecret: ({ name, value }) => isValueOfSecret({ name, value: value.trim() }),
  },
  {
    pattern: new RegExp(
      String.raw`(?<keep>\(\s?["'][\w.-]{0,40}(?:${NAME})${REST}["'],\s{0,2}["'\x60])(?<value>[^"'\x60\n]{1,300})(?=["'\x60]\s?\))`,
      'gi',
    ),
    label: '[secret]',
    isSecret: isValueOfSecret,
  },
  {
    pattern: new RegExp(
      String.raw`(?<keep>\bvariable "[\w-]{0,40}(?:${NAME})${REST}" \{\n(?:[^\n}]{0,100}\n){0,3}?[ \t]{1,8}default[ \t]{0,20}=[ \t]{0,3})${VALUE}`,
      'gi',
    ),
    label: '[secret]',
    isSecret: isValueOfSecret,
  },
  // The rest of a line of YAML or of a property file. A sentence such as `password: must be a string` is not in a configuration.
  {
    pattern: new RegExp(
      String.raw`(?<keep>^[ \t]{0,40}(?:- |(?:${MY}) )?[\w.-]{0,60}(?:${NAME})${REST}(?::[ \t]{1,20}|[ \t]?=[ \t]?))(?<value>[^\s"'#&!|>{[\]=][^\n]{0,300}?)(?=[ \t]{0,40}(?:$|[ \t]#))`,
      'gim',
    ),
    label: '[secret]',
    isSecret: ({ text, name, value, whole }) =>
      isValueOfSecret({ name, value }) &&
      /\s/.test(value) &&
      (text.includes(':') ? isPhrase(value) || isConfiguration(whole) : /^[\w-]{1,60}\.[\w.-]{1,120}\s?=/.test(text)),
  },
  // The value of a line, or of an argument such as `-e DB_PASSWORD=x`, up to the next space: a password may contain any sign.
  {
    pattern: new RegExp(
      String.raw`(?=[ \t]?=)(?<=(?:^|\s)[\w.-]{0,60}(?:${NAME})${REST})(?<keep>[ \t]?=[ \t]?)(?<value>(?![=>~]{1,2}(?:\s|["'])|["'\x60{])\S{1,300})`,
      'gim',
    ),
    label: '[secret]',
    isSecret: ({ name, value }) => isValueOfSecret({ name, value: beforeSign(value) }) && !REFERENCE.test(value),
  },
  {
    pattern: new RegExp(
      String.raw`(?=["']?:[ \t])(?<=^[ \t]{0,40}(?:- )?["']?[\w.-]{0,60}(?:${NAME})${REST})(?<keep>["']?:[ \t]{1,20})(?<value>(?!["'\x60])\S{1,300})`,
      'gim',
    ),
    label: '[secret]',
    isSecret: ({ name, value, end }) =>
      isValueOfSecret({ name, value: beforeSign(value) }) &&
      // An anchor, an alias, or a list in YAML.
      !/^(?:[&*!][\w-]*$|[[{].*[\]}]$)/.test(value) &&
      (isSecretWord(value) || (isValueEnd(end) && !PROSE.test(value) && !value.includes('::'))),
  },
  // Statements of SQL.
  {
    pattern:
      /(?<keep>\b(?:identified (?:with \S{1,40} )?by|with password)\s{1,2})(?<value>"[^"\n]{1,100}"|'[^'\n]{1,100}'|[^\s;"']{1,100})/gi,
    label: '[secret]',
    isSecret: ({ value }) => !isPlaceholder(value) && (/^["']/.test(value) || isSecretWord(value)),
  },
  // A field between semicolons, as in `Server=db;Password=two words;`.
  {
    pattern: new RegExp(String.raw`(?<keep>;\s?(?:${PASSWORD})\s?=\s?)(?<value>[^;"'{}\n]{1,100})(?=;|$)`, 'gim'),
    label: '[secret]',
    isSecret: ({ value }) => !isPlaceholder(value),
  },
  // The code that a sign-in sends in an address.
  { pattern: /(?<keep>[?&](?:code|ticket|assertion|samlresponse)=)(?=[^\s&#]{0,200}\d)[^\s&#"']{8,2000}/gi, label: '[token]' },
  // Values on the next line: blocks and nested keys of YAML, and the errors of a validator.
  {
    pattern: new RegExp(
      String.raw`(?<keep>^(?<indent>[ \t]{0,40})(?:- )?["']?[\w.-]{0,60}(?:${NAME})${REST}["']?:[ \t]{0,3}[|>][+-]?[ \t]{0,3}\n)(?:\k<indent>[ \t]{1,40}[^\n]{0,500}(?:\n|$)){1,50}`,
      'gim',
    ),
    label: '[secret]\n',
    isSecret: ({ name, text }) => !HARMLESS_SUFFIX.test(name) && !/\n[ \t]*\[key\]/.test(text),
  },
  {
    pattern: new RegExp(
      String.raw`(?=["']?:[ \t]{0,3}\n)${AFTER_NAME}(?<keep>["']?:[ \t]{0,3}\n[ \t]{1,40}value:[ \t]{1,3})${VALUE}`,
      'gi',
    ),
    label: '[secret]',
    isSecret: ({ name, value }) => !HARMLESS_SUFFIX.test(name) && !isStandIn(withoutQuotes(value)),
  },
  {
    pattern: new RegExp(
      String.raw`(?=["']?:[ \t]{0,3}\n)${AFTER_NAME}(?<keep>["']?:[ \t]{0,3}\n[ \t]{0,40})(?<value>${QUOTED}|[^\s:]{1,300})(?=[ \t]{0,3}(?:\n|$))`,
      'gi',
    ),
    label: '[secret]',
    isSecret: ({ name, value }) => isValueOfSecret({ name, value }) && isSecretWord(withoutQuotes(value)),
  },
  {
    pattern: new RegExp(String.raw`(?=\n)${AFTER_NAME}(?<keep>\n[^\n]{0,200}\binput_value=)${VALUE}`, 'gi'),
    label: '[secret]',
    isSecret: isValueOfSecret,
  },
  // The next cell of a table or the next text of a list: `| password | x |`, `"password", "x"`.
  {
    pattern: new RegExp(
      String.raw`(?=["'\x60*]{0,2}[ \t]{0,20}\|)${AFTER_NAME}(?<keep>["'\x60*]{0,2}[ \t]{0,20}\|[ \t]{0,20}["'\x60]?)(?<value>[^\s|"'\x60]{6,300})(?=["'\x60]?[ \t]{0,20}\|)`,
      'gi',
    ),
    label: '[secret]',
    isSecret: ({ name, value }) => isValueOfSecret({ name, value }) && isMixed({ value }),
  },
  {
    pattern: new RegExp(String.raw`(?=["'],)${AFTER_NAME}(?<keep>["'],\s{0,2}["'])(?<value>[^\s"']{6,300})(?=["'])`, 'gi'),
    label: '[secret]',
    isSecret: ({ name, value }) => isValueOfSecret({ name, value }) && isMixed({ value }),
  },
  // Arguments: `.password("x")`, `SecretStr("x")`, `auth=('ana', 'x')`.
  {
    pattern: new RegExp(
      String.raw`(?<keep>(?:${NAME})(?<name>[\w-]{0,20})\(b?["']|ConvertTo-SecureString (?:-(?:String|AsPlainText|Force) ){0,3}["'])(?<value>[^"'\n]{1,300})`,
      'gi',
    ),
    label: '[secret]',
    isSecret: isValueOfSecret,
  },
  {
    pattern: /(?<keep>(?:auth|basic|connect(?:ion)?|login)\s?=?\s?\(\s?(?:[\w.]{1,40},\s?)?["'][^"'\n]{1,100}["'],\s?["'])[^"'\n]{1,300}/gi,
    label: '[secret]',
  },
  // Assignments: `DB_PASSWORD=x`, `"password": "x"`, `password: x`, `client_secret => x`, and ODBC's `pwd={x;y}`.
  { pattern: new RegExp(String.raw`(?<keep>(?:${KEY_VARIABLE})["']?\s?[:=]\s{0,8})${VALUE}`, 'g'), label: '[secret]', isSecret: isKey },
  {
    pattern: new RegExp(
      String.raw`(?=(?:\\?["'])?\]?[ \t]{0,3}:?=)${AFTER_NAME}(?<keep>(?:\\?["'])?\]?[ \t]{0,3}(?:=>|:=|==?)[ \t]{0,3})(?<value>${QUOTED}|\{[^{}\n]{1,100}\}|[^\s,;&"'})\]]{1,300})`,
      'gi',
    ),
    label: '[secret]',
    isSecret: isValueOfSecret,
  },
  {
    pattern: new RegExp(
      String.raw`(?=(?:\\?["'])?(?: for [^\s:]{1,60})?[ \t]{0,3}:)${AFTER_NAME}(?<keep>(?:\\?["'])?(?: for [^\s:]{1,60})?[ \t]{0,3}:[ \t]{0,20}(?:(?:&[\w-]{1,30}|!!\w{1,10})[ \t]{1,3})?)${VALUE}`,
      'gi',
    ),
    label: '[secret]',
    isSecret: ({ name, value, end }) =>
      isValueOfSecret({ name, value }) &&
      (/^\\?["']/.test(value) || isSecretWord(value) || (isValueEnd(end) && !PROSE.test(value) && !value.includes('::'))),
  },
  // Sentences: `my password is hunter2`.
  {
    pattern: new RegExp(
      String.raw`(?<keep>(?<![a-z])(?:${PASSWORD}|token|secret(?:[ _-]key)?|(?:api|access|encryption|signing)[ _-]?key|(?<=_)pass)(?![a-z])(?:\s{0,2}(?:${LINK}|[\w.]{1,20} (?:is|est|es|ist)(?![a-z])))?\s{0,2}["'\x60]?)(?<value>[^\s"'\x60]{6,300})`,
      'gi',
    ),
    label: '[secret]',
    isSecret: isMixed,
  },
  {
    pattern: new RegExp(String.raw`(?<keep>(?<![a-z])(?:${PASSWORD})(?![a-z])(?:\s{0,2}${LINK})?\s{1,2})(?<value>${QUOTED})`, 'gi'),
    label: '[secret]',
    isSecret: ({ value }) => !isPlaceholder(value) && !PROSE.test(withoutQuotes(value)),
  },
  {
    pattern: new RegExp(
      String.raw`(?<keep>(?<![a-z])(?:${MY})\s{0,2}(?:\w{1,20}\s)?(?:${PASSWORD}|token|secret|api key)\s{0,2}(?:${IS})(?<![a-z](?=[a-z]))\s{0,2})(?<value>[^\s"'][^\s]{2,298}[^\s.,;:!?"')\]])`,
      'gi',
    ),
    label: '[secret]',
    isSecret: ({ value }) => !isPlaceholder(value) && !PROSE.test(value) && !DESCRIPTION.test(value),
  },
  // `the password is: hunter`, which can be a word.
  {
    pattern: new RegExp(
      String.raw`(?<keep>(?<![a-z])(?:${PASSWORD}|token|secret|(?:api|access)[ _-]?key)\s{1,2}(?:is|was|ist|war|lautet|est|es|era|é|è|jest)(?:\s(?:now|just))?\s{0,2}[:=]\s{0,3})${VALUE}`,
      'gi',
    ),
    label: '[secret]',
    isSecret: ({ value, end }) =>
      !isPlaceholder(value) && (isSecretWord(value) || (isValueEnd(end) && !PROSE.test(withoutQuotes(value)) && !DESCRIPTION.test(value))),
  },
  // `hunter2 is my password`, `I use hunter2 as the password`.
  {
    pattern: new RegExp(
      String.raw`(?<=^|[\s"'\x60(])(?<value>[^\s"'\x60()]{6,60})(?=["'\x60]?\s{1,2}(?:(?:is|was)\s(?:${MY}|the)|as(?:\s(?:${MY}|the|an?))?)\s(?:\w{1,20}\s)?(?:${PASSWORD}|token|secret|api key)\s{0,2}(?:$|[\n.,;:!?)]|(?:and|but|for|to|of|on|in|at|when|then|why|how)\b))`,
      'gi',
    ),
    label: '[secret]',
    isSecret: isMixed,
  },
  // `user admin pass hunter2`: "pass" is also a verb, as in "the user can pass".
  {
    pattern:
      /(?<keep>\b(?:u|user(?:name)?|login)\b\s?[:=]?\s{0,2}(?!(?:can|may|must|should|could|will|to|not)\s)[\w.@-]{1,60}[,;]?\s{1,3}(?:and\s|with\s)?(?:p|pass)\b\s?[:=]?\s{0,2}["'\x60]?)(?<value>[^\s"'\x60]{6,300})/gi,
    label: '[secret]',
    isSecret: isMixed,
  },
  {
    pattern:
      /(?<keep>\b(?:credentials?|creds|log(?:ged)? ?in|sign(?:ed)? in|user)\b:?\s{1,2}(?:(?:with|as|using|are)\s)?[\w.@-]{1,60}\s?[/:]\s?)(?<value>[^\s"',/][^\s"',]{3,99})/gi,
    label: '[secret]',
    isSecret: ({ value }) => isSecretWord(value) && !isPlaceholder(value),
  },
  { pattern: /(?<keep>\b(?:pin|otp|cvv|cvc|mfa code|2fa|passcode)\b(?: code)?\s{0,2}(?:is|[:=])?\s{0,2})\d{3,8}\b/gi, label: '[secret]' },
  {
    pattern:
      /\b(?:gh[opusr]_|github_pat_|gl(?:pat|rt|dt|ft|sa|c)[-_]|sk-|pk_|rk_|sk_|npm_|pypi-|hf_|do[op]_v1_|shp(?:at|ca|ss)_|dapi(?=[\da-f]{32})|key-(?=[\da-f]{32})|lin_api_|figd_|dbt[cu]_|nvapi-|gsk_|ntn_|secret_(?=\w{0,40}\d)|whsec_|xkeysib-|PMAK-|NRAK-|CFPAT-|sntry[su]_|sbp_|pul-|ATATT|ATCTT|AIza|ya29\.|GOCSPX-|SG\.|hv[sb]\.|dckr_[po]at_|atlasv1\.|sq0(?:atp|csp)-|(?:AKIA|ASIA|AGPA|AROA)(?=[A-Z0-9]{16}\b))[\w.-]{12,500}/g,
    label: '[token]',
  },
  // Client secrets of Microsoft Entra ID.
  { pattern: /(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}(?![\w~-])/g, label: '[token]' },
  { pattern: /\b(?:xox[abeoprs]|xapp)[-.][\w.-]{6,500}/g, label: '[token]' },
  // Numbers with a checksum, a fixed shape, or a word that names their kind.
  { pattern: /(?<![\d.,:-])[3-6]\d{3}(?:[ -]?\d){9,15}(?![\d-])/g, label: '[card]', isSecret: ({ text }) => hasLuhnSum(text) },
  {
    pattern: /\b[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]{4}){2,7}(?:[ -]?[A-Z\d]{1,3})?\b/gi,
    label: '[account]',
    isSecret: ({ text }) => hasIbanSum(text),
  },
  { pattern: /(?<![\w-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])/g, label: '[number]' },
  {
    pattern: /(?<keep>\b(?:ssn|social security(?: number)?|passport(?: no\.?| number)?)\b:?\s{0,2}(?:is )?)[A-Z]?\d{7,9}\b/gi,
    label: '[number]',
  },
  { pattern: /(?<![\w-])(?:[\da-f]{2}[:-]){5}[\da-f]{2}(?![\w:-])/gi, label: '[address]' },
  { pattern: /(?<![\w.])[\da-f]{4}\.[\da-f]{4}\.[\da-f]{4}(?![\w.])/gi, label: '[address]', isSecret: ({ text }) => /[a-f]/i.test(text) },
  {
    pattern: /(?<![\w+])(?:\+|00(?=[1-9]))\d{1,3}(?:[ ()./-]{0,3}\d{1,5}){2,6}(?!\w)/g,
    label: '[phone]',
    isSecret: ({ text }) => hasDigits(text, 9, 15),
  },
  { pattern: /(?<![\w.(-])(?:\(\d{2,5}\) ?|\d{3}[-. ])\d{3,5}[-. ]\d{4}(?![\w-])/g, label: '[phone]' },
  { pattern: /(?<![\w.-])0\d{2,4}(?: ?[/-] ?| )\d{3,4} ?\d{3,5}(?![\w-])/g, label: '[phone]' },
  { pattern: /(?<![\w.:-])0[1-9](?:[ .]\d{2}){4}(?![\w.-])/g, label: '[phone]' },
  {
    pattern:
      /(?<keep>\b(?:tel|telephone|phone|mobile|cell|fax|handy|whatsapp)\b[.:]{0,2}(?: (?:is|number|no\.?))?\s{0,2})[\d(+][\d ()./-]{6,20}\d\b/gi,
    label: '[phone]',
  },
  {
    pattern: /(?<![\w.:])(?:(?:\d{1,3}\.){3}\d{1,3}(?!\w|\.\d)|[\da-f]{0,4}(?::[\da-f]{0,4}){2,7}(?![\w:]))/gi,
    label: '[address]',
    isSecret: ({ text }) => isPersonalAddress(text),
  },
  { pattern: /\bip-(?:\d{1,3}-){3}\d{1,3}\b/g, label: '[address]' },
  // People: identifiers of users, names in a directory, and home folders in paths.
  { pattern: /(?<keep>\burn(?::|%3A)[\w-]{1,32}(?::|%3A)(?:corp)?(?:user|person|member)(?::|%3A))[^\s,()"'&;]{1,100}/gi, label: '[user]' },
  { pattern: /(?<keep>\b(?:uid|cn|sAMAccountName)=)[^\s,=]{1,60}(?: [^\s,=]{1,60})?(?=,\s?(?:ou|dc|cn|o)=)/gi, label: '[user]' },
  { pattern: /(?<keep>(?:\/Users\/|\/home\/|\\Users\\))[^\s/\\"':]{1,64}/g, label: '[user]' },
  // Remaining text that looks like a key.
  { pattern: /[\w+/=-]{20,}/g, label: '[token]', isSecret: ({ text }) => looksRandom(text) },
];

/** Returns the beginning of a value up to a sign that would end it in code, or the whole value if it begins with one. */
const beforeSign = (value: string): string => /^[^,;&"'})\]]+/.exec(value)?.[0] ?? value;
const withoutQuotes = (value: string): string => value.replace(/^\\?["']|\\?["']$/g, '');
/** Whether a value consists of several words that do not describe a secret. */
const isPhrase = (value: string): boolean =>
  /\s/.test(value) && !value.split(/\s+/).some((word) => PROSE.test(word) || DESCRIPTION.test(word));
/** Whether a text has several lines of YAML. */
const isConfiguration = (text: string): boolean => (text.match(/^[ \t]{0,40}(?:- )?[\w.-]{1,60}:(?=\s|$)/gm) ?? []).length > 1;
const isPlaceholder = (value: string): boolean =>
  withoutQuotes(value) === '' || isStandIn(withoutQuotes(value)) || REFERENCE.test(value) || FILE.test(value);
function isValueOfSecret({ name, value }: { name: string; value: string }): boolean {
  return !HARMLESS_SUFFIX.test(name) && !isPlaceholder(value);
}
const isValueEnd = (end: string): boolean => /^(?:["'`]|\s*(?:$|\n|[,;}#]))/.test(end);

/** Whether the value of a variable such as `OPENAI_KEY` or `NEO4J_AUTH` is secret: it looks like a key, or consists of a user and a password. */
function isKey({ value }: { value: string }): boolean {
  if (isPlaceholder(value) || /^["']?[./~]/.test(value)) return false;
  return isSecretWord(withoutQuotes(value)) || /^[\w.-]+[/:][^/\s]+$/.test(withoutQuotes(value));
}

/** Whether a value is unlikely to be a word of a sentence: it contains digits, unusual characters, or a change of case. */
function isSecretWord(value: string): boolean {
  return !PROSE.test(value) && !/^\d{1,4}[.,]?$/.test(value) && (/\d/.test(value) || /[a-z][A-Z]|[!#$%^&*+=~]/.test(value));
}

/** Types and algorithms, which tables and sentences name beside a password: `varchar(255)`, `OAuth2`, `sha256`. */
const TYPE =
  /^(?:[a-z\d]+\(\d+\)|(?:sha|md|hs|rs|es|utf|base|u?int|float|string|varchar|oauth|python|argon|pbkdf|aes)-?\d{1,3}(?:\.\d|id|sum)?)[.,;:)?]?$/i;

/** Whether a value mixes letters with digits, unlike a word, a path, a name with underscores, a version, or a type. */
function isMixed({ value }: { value: string }): boolean {
  return /[a-z]/i.test(value) && /\d/.test(value) && !isPlaceholder(value) && !TYPE.test(value) && !/[/_]|^v?\d+\.\d/.test(value);
}

function hasDigits(text: string, min: number, max: number): boolean {
  const count = text.replace(/\D/g, '').length;
  return count >= min && count <= max;
}

/** Whether an address can identify a person. 0.10.4.1 is a version; 127.0.0.1 and ::1 do not identify anyone. */
function isPersonalAddress(text: string): boolean {
  const version = isIP(text);
  return version === 4 ? !/^(0|127)\./.test(text) : version === 6 && /[1-9a-f]{2}/i.test(text);
}

/** Whether a word looks like a random key: unlike `MetadataChangeLog_Versioned_v1`, it switches often between letters, digits, and cases. */
function looksRandom(run: string): boolean {
  if (/\d{16}/.test(run)) return true;
  const changes = run.match(/[a-z](?=\d)|\d(?=[a-z])/gi)?.length ?? 0;
  const longest = run.split(/[-_/=+]/).reduce((most, piece) => (/\d/.test(piece) ? Math.max(most, piece.length) : most), 0);
  if (changes >= 5 || (longest >= 16 && changes >= 2)) return true;
  const classChanges = run.match(/[a-z](?![a-z])|[A-Z](?![A-Z])|\d(?!\d)|[+/=](?![+/=])/g)?.length ?? 0;
  return /[a-z]/.test(run) && /[A-Z]/.test(run) && /[\d+/]/.test(run) && classChanges > 0.38 * run.length;
}
