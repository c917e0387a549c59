/** Passwords that meet the three rules but are among the first that an attacker tries; compared case-insensitively. */
const COMMON_PASSWORDS = new Set(
  `password1 password12 password123 password1234 passw0rd passw0rd1 p@ssw0rd p@ssword1 p@ssw0rd1
  qwerty123 qwerty1234 qwertyuiop1 qwerty12345 1qaz2wsx 1q2w3e4r 1q2w3e4r5t q1w2e3r4 q1w2e3r4t5 zaq12wsx
  abcd1234 abc12345 abcd12345 abc123456 a1234567 a12345678 a123456789 aa123456 aa12345678 asd12345 asdf1234
  welcome1 welcome12 welcome123 welcome2024 welcome2025 welcome2026 changeme1 changeme123 letmein1 letmein123
  iloveyou1 iloveyou2 iloveyou123 sunshine1 princess1 football1 baseball1 superman1 batman123 monkey123 dragon123
  master123 shadow123 michael1 jordan23 charlie1 trustno1 starwars1 pokemon1 computer1 internet1 samsung1
  admin123 admin1234 administrator1 root1234 test1234 testing123 guest1234 user1234 default1 temp1234
  summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 spring2025 spring2026 autumn2025 autumn2026
  january2026 monday123 google123 facebook1 linkedin1 github123 dolphin1 dolphin123 dolph123 dolph1234`.split(
    /\s+/,
  ),
)

export function isCommonPassword(password: string): boolean {
  return COMMON_PASSWORDS.has(password.toLowerCase())
}
