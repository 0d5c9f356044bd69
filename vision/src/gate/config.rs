//! The gate's numbers, what they mean, and where they were measured. Decides nothing.

/// The gate's numbers. Lengths and areas are on the small picture; its longer side is
/// `width_px`, so shares of it hold for every camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GateConfig {
    /// Longer side of the small grey picture. At 480 a meeple on a whole-table view still
    /// covers some 10 × 10 px, and one comparison costs a tenth of that at full size.
    pub width_px: i32,
    /// Smallest grey difference, after a 3 × 3 mean, that counts as a change. Sensor noise
    /// and compression left at most 8 of 255 between quiet frames of the films looked at.
    pub change_floor: f64,
    /// Change threshold as a multiple of the mean absolute difference between quiet frames,
    /// for cameras noisier than the floor allows for: six mean deviations of a normal
    /// distribution are five standard deviations.
    pub change_per_noise: f64,
    /// Share of the picture that may flicker without counting as motion: a quarter of a
    /// meeple on a whole-table view.
    pub motion_share: f64,
    /// Largest share of the picture that may still move while the rest is read: in five films 0.3 to
    /// 9 % a frame or two after a hand has gone, 12 to 19 % while it leaves.
    pub part_share: f64,
    /// How long nothing may move before the frame is still, ms. A hand that turns around
    /// over the table shows no two equal frames 180 ms apart; a film of 5 frames a second
    /// passes with one quiet step, a webcam of 30 needs six.
    pub calm_ms: u64,
    /// How many quiet steps at least, whatever the time says; 0 takes every frame as it is,
    /// for single photographs.
    pub calm_steps: u32,
    /// An arm covers at least this share of the picture …
    pub arm_share: f64,
    /// … and at least this much of the picture's border, as a share of its longer side. Less
    /// are things that lie at the border: a meeple there is 2 %, a wrist 5 to 12 %.
    pub arm_border: f64,
    /// A change of at least this share is no move of the game, even in the middle of the
    /// picture: a single tile covers 1 % of a close view, a 2 × 2 start tile 4 %.
    pub large_share: f64,
    /// What reaches in from the border by no more than this, as a share of the longer side, is not waited
    /// for at all once it is motionless: meeples taken from a supply that the picture cuts off come to
    /// 0.06, a hand over the board to 0.25 and more.
    pub shallow: f64,
    /// A foreign thing at the border that lies motionless this long, ms, is no longer waited
    /// for: the rest of the table is read and the thing reported as covering. Hands over a
    /// table rest for two or three seconds while their owner thinks.
    pub rest_ms: u64,
    /// After this long, ms, it has become part of the table (a rule book, a cup).
    pub adopt_ms: u64,
    /// Changed share above which a picture that no shift explains is a new view (camera
    /// turned, lamp off), taken as such after `new_view_ms` without motion.
    pub new_view_share: f64,
    /// See `new_view_share`; longer than a hand holds still while covering half the picture.
    pub new_view_ms: u64,
    /// Grey level below which a picture is black, above `255 −` which it is white: there no
    /// camera separates tile colours.
    pub dark_level: f64,
}

impl Default for GateConfig {
    fn default() -> Self {
        Self {
            width_px: 480,
            change_floor: 8.0,
            change_per_noise: 6.0,
            motion_share: 0.0002,
            part_share: 0.1,
            calm_ms: 180,
            calm_steps: 1,
            arm_share: 0.004,
            arm_border: 0.03,
            large_share: 0.05,
            shallow: 0.1,
            rest_ms: 4000,
            adopt_ms: 20_000,
            new_view_share: 0.4,
            new_view_ms: 1500,
            dark_level: 10.0,
        }
    }
}

impl GateConfig {
    /// For single photographs: each is quiet by itself, only arms, light and new views are looked
    /// for. Nobody waits whether a new view stays: the next photograph may be of another.
    pub fn for_pictures() -> Self {
        Self {
            calm_ms: 0,
            calm_steps: 0,
            rest_ms: 0,
            adopt_ms: 0,
            new_view_ms: 0,
            ..Self::default()
        }
    }
}
