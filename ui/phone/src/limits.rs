//! How much anybody may send, and how often. What is more comes from no phone at a table.

use std::time::Duration;

/// Connections open at once, over both ports: thirty phones with two each, and room for one that
/// comes back before its old ones are noticed to be gone.
pub const CONNECTIONS: usize = 80;

/// Connections from one address at once: a browser opens six to one host, and two pages may be
/// open on one phone.
pub const CONNECTIONS_EACH: usize = 24;

/// Requests a second from one address; a page with its parts is five.
pub const REQUESTS_A_SECOND: u32 = 20;

/// Requests at once, before that rate counts.
pub const REQUESTS_AT_ONCE: u32 = 60;

/// Bytes of one picture of the camera: ten times a full one at the best quality asked for.
pub const FRAME_BYTES: usize = 8 << 20;

/// Pixels of one picture of the camera: the largest film any phone takes (8K).
pub const FRAME_PIXELS: u64 = 36_000_000;

/// Pictures under way before one is acknowledged. A page sends the next one only after that; one
/// that sends more is none of ours.
pub const FRAMES_UNDER_WAY: usize = 4;

/// Single photographs that are taken in at once; whoever sends another waits. One may be as large as
/// any picture, and two people rarely press at the same moment.
pub const PHOTOGRAPHS_UNDER_WAY: usize = 2;

/// Bytes of an order.
pub const ORDER_BYTES: usize = 16 << 10;

/// How long a request may take to be answered. A photograph is read within that time.
pub const ANSWER_WITHIN: Duration = Duration::from_secs(60);

/// How long the head of a request and a handshake may take.
pub const GREET_WITHIN: Duration = Duration::from_secs(10);

/// How long a camera may be silent before its place is free for another. Its page says something
/// every two seconds.
pub const SILENT_FOR: Duration = Duration::from_secs(8);

/// Shortest time between two news on one page: changes that come faster are told together.
pub const NEWS_EVERY: Duration = Duration::from_millis(150);
